// Writing and changing tech articles in the dashboard.
import { drawn, editor, find, openList, seen, signIn, unique } from './editing';
import { expect, test } from './fixtures';

const first = 'Title';

test.beforeEach(async ({ page }) => signIn(page));

test('an article with every field and an uploaded picture is created, and readers see all of it', async ({ page }) => {
  const title = unique('A complete article');
  await openList(page, 'articles');
  await page.getByRole('button', { name: 'Add Article' }).click();
  const dialog = await editor(page, first);
  await expect(dialog.getByRole('switch', { name: 'Published' })).not.toBeChecked();
  const hints = await dialog
    .getByLabel('Category')
    .evaluate((input: HTMLInputElement) => Array.from(input.list?.options ?? [], (o) => o.value));
  expect(hints).toEqual(['Mobile Technology', 'Artificial Intelligence', 'Consumer Gadgets', 'Software & Apps', 'Automotive Tech']);

  const typed: Record<string, string> = {
    Title: title,
    Excerpt: 'In short.',
    Content: 'At length.\n\nAnd on.',
    Author: 'Ada Editor',
    Category: 'Artificial Intelligence',
    'Video URL': 'https://youtu.be/abcdefghijk',
    'Video Credit': 'Film Friends',
  };
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog
    .locator('[data-picture-field] input[type=file]')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await drawn(page, 1600, 800, 'image/png') });
  await expect(dialog.getByText('photo.png')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Published' }).click();
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News created').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  const made = await find(page.request, 'news', title);
  expect(made).toMatchObject({
    title,
    excerpt: 'In short.',
    content: 'At length.\n\nAnd on.',
    authorName: 'Ada Editor',
    category: 'Artificial Intelligence',
    videoUrl: 'https://youtu.be/abcdefghijk',
    videoCredit: 'Film Friends',
    isPublished: true,
    imageUrl: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.png$/),
  });
  expect(await seen(page, String(made?.imageUrl))).toEqual({ width: 1600, height: 800, first: 'red' });
  await page.goto(`/tech-articles/${made?.id}`);
  for (const text of ['In short.', 'And on.', 'By Ada Editor', 'Video Credit: Film Friends'])
    await expect(page.getByRole('article').getByText(text).first()).toBeVisible();
});
