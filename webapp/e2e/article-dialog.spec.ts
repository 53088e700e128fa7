// Writing and changing tech articles in the dashboard.
import type { Page } from '@playwright/test';
import { change, drawn, editor, find, make, openList, read, seen, signIn, unique } from './editing';
import { expect, test } from './fixtures';

const first = 'Title';
const basics = (title: string) => ({ title, content: 'One.\n\nTwo.', category: 'AI', authorName: 'Ada Editor', isPublished: true });

test.beforeEach(async ({ page }) => signIn(page));

async function edit(page: Page, title: string) {
  await openList(page, 'articles', title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  return editor(page, first);
}

test('an article with every field and an uploaded picture is created, and readers see all of it', async ({ page }) => {
  const title = unique('A complete article');
  await openList(page, 'articles');
  await page.getByRole('button', { name: 'Add Article' }).click();
  const dialog = await editor(page, first);
  await expect(dialog.getByRole('switch', { name: 'Published' })).not.toBeChecked();
  const hints = await dialog.getByLabel('Category').evaluate((input: HTMLInputElement) => Array.from(input.list?.options ?? [], (o) => o.value));
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
  await dialog.locator('[data-picture-field] input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await drawn(page, 1600, 800, 'image/png') });
  await expect(dialog.getByText('photo.png')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Published' }).click();
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create News' }).click();
  await expect(page.getByText('News created').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  const made = await find(page.request, 'news', title);
  expect(made).toMatchObject({
    title, excerpt: 'In short.', content: 'At length.\n\nAnd on.', authorName: 'Ada Editor', category: 'Artificial Intelligence',
    videoUrl: 'https://youtu.be/abcdefghijk', videoCredit: 'Film Friends', isPublished: true, imageUrl: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.png$/),
  });
  expect(await seen(page, String(made?.imageUrl))).toEqual({ width: 1600, height: 800, first: 'red' });
  await page.goto(`/tech-articles/${made?.id}`);
  for (const text of ['In short.', 'And on.', 'By Ada Editor', 'Video Credit: Film Friends']) await expect(page.getByRole('article').getByText(text).first()).toBeVisible();
});

test('two admins change one article: each field is merged, or asked about', async ({ page, expectComplaint }) => {
  expectComplaint(/412/);
  const title = unique('An article of two admins');
  const made = await make(page.request, 'news', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByLabel('Excerpt').fill('Mine');
  await change(page.request, 'news', made.id, { excerpt: 'Theirs', category: 'Security' });
  await dialog.getByRole('button', { name: 'Update News' }).click();
  const panel = dialog.getByRole('region', { name: 'Someone else saved this article' });
  await expect(panel).toContainText('Security');
  await panel.getByRole('group', { name: 'Excerpt' }).getByLabel('Use theirs').check();
  await dialog.getByRole('button', { name: 'Update News' }).click();
  await expect(page.getByText('News updated').first()).toBeVisible();
  expect(await read(page.request, 'news', made.id)).toMatchObject({ excerpt: 'Theirs', category: 'Security' });
});

test('a draft survives the reload', async ({ page }) => {
  const title = unique('A drafted article');
  await make(page.request, 'news', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByLabel('Excerpt').fill('Drafted');
  await page.reload(); // typed a moment ago, and sent when the page goes
  await editor(page, first); // by its address
  await expect(dialog.getByLabel('Excerpt')).toHaveValue('Drafted');
});

test('a draft that the server gets only after the reload is waited for', async ({ page }) => {
  const title = unique('A late draft');
  await make(page.request, 'news', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByLabel('Excerpt').fill('Late');
  let asked = 0;
  await page.route('**/api/admin/news/*/draft', async (route) => {
    const early = route.request().method() === 'GET' && ++asked <= 2;
    await (early ? route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{}' }) : route.continue());
  });
  await page.reload();
  await editor(page, first);
  await expect(dialog.getByLabel('Excerpt')).toHaveValue('Late');
  await expect(dialog.getByText('This device has unsaved changes')).toBeHidden();
  expect(asked).toBe(3);
});

test('an article that was deleted meanwhile can’t be saved, and what was typed stays', async ({ page, expectComplaint }) => {
  expectComplaint(/404/);
  const title = unique('A deleted article');
  const made = await make(page.request, 'news', basics(title));
  const dialog = await edit(page, title);
  await dialog.getByLabel('Excerpt').fill('Too late');
  expect((await page.request.delete(`/api/news/${made.id}`)).status()).toBe(204);
  await dialog.getByRole('button', { name: 'Update News' }).click();
  await expect(page.getByText('This article was deleted in the meantime. Your changes are still in the form.').first()).toBeVisible();
  await expect(dialog.getByLabel('Excerpt')).toHaveValue('Too late');
});

test('an article that is gone when its dialog opens is told so', async ({ page, expectComplaint }) => {
  expectComplaint(/404/);
  const title = unique('A vanished article');
  const made = await make(page.request, 'news', basics(title));
  await openList(page, 'articles', title);
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeVisible();
  expect((await page.request.delete(`/api/news/${made.id}`)).status()).toBe(204);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await expect(page.getByRole('dialog').getByText('This article no longer exists')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Update News' })).toBeDisabled();
});

test('JSON input makes a draft, with the specification’s defaults', async ({ page }) => {
  const title = unique('An article from JSON');
  await openList(page, 'articles');
  await page.getByRole('button', { name: 'JSON Input' }).click();
  const dialog = page.getByRole('dialog', { name: 'JSON Input' });
  const area = dialog.getByLabel('JSON', { exact: true });
  await expect(area).toHaveValue(/800 to 1500\+ words/);
  await area.fill('no JSON');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Invalid JSON format. Please check your input.');
  await area.fill(JSON.stringify({ title, content: 'Text', isPublished: true }));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('News created').first()).toBeVisible();
  expect(await find(page.request, 'news', title)).toMatchObject({ category: 'Technology', authorName: 'Admin', isPublished: false });
});
