// The question what kind of change something is, when something published is saved.
import { answer, change, editReview, make, openList, read, reviewFields, signIn, unique } from './editing';
import { expect, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

test('a new score is no typo, a word may be one, and ten typos in a row are not', nightly, async ({ page }) => {
  const title = unique('A kettle of kinds');
  const words = Array.from({ length: 60 }, (_, i) => `w${'abcdefghij'.charAt(i % 10)}${'klmnop'.charAt(Math.floor(i / 10))}`);
  const { id } = await make(page.request, 'reviews', { ...reviewFields(title), content: words.join(' '), rating: 4.5 });
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  const radios = question.getByRole('radio');

  let dialog = await editReview(page, title);
  await dialog.getByLabel('Rating', { exact: true }).fill('4');
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(radios).toHaveCount(2);
  await expect(question.getByText('A new score is not a typo.')).toBeVisible();
  await expect(question.getByRole('region', { name: 'What changes' }).locator('ins')).toHaveText(['4.0']);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await answer(page, 'Update', 'Update Review');
  await expect(page.getByText('Review updated').first()).toBeVisible();

  // Small changes count together until readers are told of one.
  const replaced = (from: number, n: number) => {
    words.splice(from, n, ...words.slice(from, from + n).map((word) => `${word}x`));
    return words.join(' ');
  };
  dialog = await editReview(page, title);
  await dialog.getByLabel('Review Content', { exact: true }).fill(replaced(0, 15));
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(radios).toHaveCount(3);
  await answer(page, 'Typo', 'Update Review');
  await expect(page.getByText('Review updated').first()).toBeVisible();
  dialog = await editReview(page, title);
  await dialog.getByLabel('Review Content', { exact: true }).fill(replaced(15, 15));
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(question.getByText('More than 20 words changed. That is not a typo.')).toBeVisible();
  await answer(page, 'Update', 'Update Review');
  await expect(page.getByText('Review updated').first()).toBeVisible();

  await change(page.request, 'reviews', id, { verdict: 'Wait.' });
  await page.goto(`/reviews/${id}/history`);
  await expect(page.getByRole('list', { name: 'Versions, newest first' }).getByRole('heading', { level: 2 })).toHaveText([
    'Verdict changed',
    'Update',
    'Typo',
    'Update',
    'Published',
  ]);
});

test('a page is corrected, or changed without a word', nightly, async ({ page }) => {
  const title = unique('How we weigh');
  const made = (await (await page.request.post('/api/pages', { data: { title, content: 'With care.', isPublished: true } })).json()) as {
    id: number;
    slug: string;
  };
  await openList(page, 'pages', title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Content' }).fill('With great care.');
  await dialog.getByRole('button', { name: 'Update Page' }).click();
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  await expect(question.getByRole('radio')).toHaveCount(2);
  await question.getByRole('radio', { name: 'Correction', exact: true }).check();
  await question.getByLabel('What was wrong').fill('We had understated it.');
  await question.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByText('Page updated').first()).toBeVisible();
  expect(await read(page.request, 'pages', made.id)).toMatchObject({ content: 'With great care.' });
  await page.goto(`/pages/${made.slug}`);
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('We had understated it.');
});
