// Schedules, which take effect automatically, and corrections, which readers see.
import { dismissToast, editor, editReview, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { expect, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

/** A moment in the site's zone, UTC, as a date and time field takes it. */
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19);

test('a scheduled draft appears by itself, and a scheduled end is kept beside other edits', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/40[04]|412/);
  const title = unique('A planned lamp');
  await openList(page, 'reviews');
  await page.getByRole('button', { name: 'Add Review' }).click();
  const dialog = await editor(page, 'Product Name');
  for (const [label, text] of [
    ['Product Name', 'Lamp'],
    ['Brand', 'Lumen'],
    ['Review Title', title],
    ['Author', 'Ada'],
    ['Review Content', 'It shines.'],
  ]) {
    await dialog.getByLabel(label ?? '', { exact: true }).fill(text ?? '');
  }
  // Naming a time makes it a draft; publishing by hand takes the time back.
  const published = dialog.getByRole('switch', { name: 'Published' });
  await expect(published).not.toBeChecked();
  await published.click();
  await dialog.getByLabel('Publish at', { exact: true }).fill(inSeconds(3600));
  await expect(published).not.toBeChecked();
  await published.click();
  await expect(dialog.getByLabel('Publish at', { exact: true })).toHaveValue('');
  await expect(dialog.getByText(/Time zone: UTC/)).toBeVisible();
  // The past is refused, beside the field.
  await dialog.getByLabel('Publish at', { exact: true }).fill(inSeconds(-3600));
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(dialog.getByText('Publish at must be in the future')).toBeVisible();
  await dialog.getByLabel('Publish at', { exact: true }).fill(inSeconds(8));
  await dialog.getByLabel('Unpublish at', { exact: true }).fill(inSeconds(7200));
  await dialog.getByRole('button', { name: 'Create Review' }).click();
  await expect(page.getByText('Review created').first()).toBeVisible();
  const { id } = (await find(page.request, 'reviews', title)) ?? { id: 0 };
  expect(await read(page.request, 'reviews', id)).toMatchObject({ publishAt: expect.stringMatching(/Z$/) });
  await expect(async () => expect((await page.request.get(`/reviews/${id}`)).status()).toBe(200)).toPass({ timeout: 30_000 });

  // Somebody else's edit meanwhile is joined with a new end.
  await openList(page, 'reviews', title);
  await expect(page.getByRole('row', { name: title }).getByText(/^until /)).toBeVisible();
  const edit = await editReview(page, title);
  await page.request.patch(`/api/reviews/${id}`, { data: { verdict: 'Buy it.' } });
  await edit.getByRole('button', { name: 'Clear Unpublish at' }).click();
  await edit.getByRole('button', { name: 'Update Review' }).click();
  await expect(edit.getByRole('heading', { name: /^Saved in another tab/ })).toBeVisible();
  await edit.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await read(page.request, 'reviews', id)).toMatchObject({
    verdict: 'Buy it.',
    publishAt: null,
    unpublishAt: null,
    isPublished: true,
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone').first()).toBeVisible();
  await dismissToast(page, 'Change undone');
  expect(await read(page.request, 'reviews', id)).toMatchObject({ unpublishAt: expect.stringMatching(/Z$/) });

  await page.getByRole('button', { name: `History of ${title}` }).click();
  const revisions = page.getByRole('list', { name: 'Revisions, newest first' }).getByRole('button');
  await expect(revisions).toHaveText([
    /^Scheduled.*admin/,
    /^Scheduled.*admin/,
    /^Edited.*admin/,
    /^Published.*Candor/,
    /^Created, scheduled.*admin/,
  ]);
  await revisions.nth(3).click();
  await expect(page.getByRole('dialog').locator('del').last()).toHaveText(/^[A-Z][a-z]+ \d+, \d{4}, \d+:\d+ UTC$/);
});

test('a correction is on the page for good, with and without JavaScript', nightly, async ({ page, browser, baseURL }) => {
  const title = unique('A corrected lamp');
  const content = 'It shines for two hours.\n\nIt is bright.\n\nIt is small.';
  const { id } = await make(page.request, 'reviews', {
    ...reviewFields(title),
    content,
    rating: 4.5,
    productPrice: 1299,
    tags: ['lamps', 'long'.repeat(60)],
  });
  await page.goto(`/reviews/${id}`);
  await expect(page.getByRole('heading', { name: 'Corrections' })).toBeHidden();

  await openList(page, 'reviews', title);
  const dialog = await editReview(page, title);
  await dialog.getByLabel('Review Content', { exact: true }).fill(content.replace('is bright', 'is rather dim'));
  await dialog.getByLabel('Rating', { exact: true }).fill('4');
  await dialog.getByLabel('Price Range Min', { exact: true }).fill('999');
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  await question.getByRole('button', { name: 'Update Review' }).click();
  await expect(question.getByRole('alert')).toHaveText('Choose one');
  await question.getByRole('radio', { name: 'Correction' }).check();
  await question.getByRole('button', { name: 'Update Review' }).click();
  await expect(question.getByText('Describe what was wrong')).toBeVisible();
  await question.getByLabel('What was wrong').fill('We had measured another lamp.');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await question.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();

  await page.goto(`/reviews/${id}`);
  const section = page.getByRole('region', { name: 'Corrections' });
  const seen = async () => {
    const correction = section.getByRole('listitem').filter({ hasText: 'We had measured another lamp.' });
    await expect(correction).toBeVisible();
    await expect(correction.locator('del')).toHaveText(['4.5', '$1,299', 'removed: It is bright.']);
    await expect(correction.locator('ins')).toHaveText(['4.0', '$999', 'added: It is rather dim.']);
  };
  await seen();
  expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain('CorrectionComment');
  await page.getByRole('link', { name: /^Corrected on [A-Z][a-z]+ \d+: 4\.5 → 4\.0, price \$1,299 → \$999, text$/ }).click();
  await expect(section).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const reader = await plain.newPage();
  await reader.goto(`/reviews/${id}#corrections`);
  await expect(reader.getByRole('region', { name: 'Corrections' }).locator('ins')).toHaveText(['4.0', '$999', 'added: It is rather dim.']);
  await expect(reader.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['lamps', 'long'.repeat(60)]);
  await plain.close();
  expect(await (await page.request.get('/corrections.xml')).text()).toContain(`/reviews/${id}#correction-`);

  // Taking the edit back is one more change; the record stays.
  const { revision } = await read(page.request, 'reviews', id);
  await page.request.post(`/api/admin/reviews/${id}/history/1/restore`, {
    data: { state: true },
    headers: { 'If-Match': `"${revision}"` },
  });
  await page.reload();
  await expect(page.getByText('It is bright.').first()).toBeVisible();
  await seen();
  await expect(page.getByRole('main').getByRole('link', { name: 'See all changes (2)' })).toBeVisible();
});
