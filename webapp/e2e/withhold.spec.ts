// Withholding a version from readers, in the dashboard's history of an item.
import { change, make, openList, reviewFields, signIn, unique } from './editing';
import { expect, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

test('the owner withholds a version with a reason, and releases it; the current one is refused', async ({ page, expectComplaint }) => {
  expectComplaint(/409/);
  const title = unique('A private kettle');
  const { id } = await make(page.request, 'reviews', { ...reviewFields(title), verdict: 'Ada Lovelace bought it.' });
  await change(page.request, 'reviews', id, {
    verdict: 'Somebody bought it.',
    correction: 'We had named somebody who did not want to be named.',
  });
  await change(page.request, 'reviews', id, { content: 'One.\n\nTwo and a half.', typo: true });
  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `History of ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this review' });
  const revisions = dialog.getByRole('list', { name: 'Revisions, newest first' }).getByRole('button');
  await expect(revisions).toHaveText([
    /^Edited Review Content, marked as a typo/,
    /^Edited Verdict, marked as a correction/,
    /^Created, published/,
  ]);

  // The current version, by keyboard: the server says what to do instead.
  const withhold = dialog.getByRole('button', { name: 'Withhold…' });
  await withhold.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Withhold this version?' });
  await question.getByLabel('Reason').fill('She asked us to.');
  await question.getByRole('button', { name: 'Withhold' }).click();
  await expect(question.getByText(/current version/i)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await revisions.nth(2).click();
  await withhold.click();
  await question.getByLabel('Reason').fill('She asked us to.');
  await question.getByRole('button', { name: 'Withhold' }).click();
  await expect(page.getByText('Version withheld').first()).toBeVisible();
  await expect(dialog.getByText('They see the reason:')).toContainText('She asked us to.');
  await expect(revisions.filter({ hasText: /Withheld$/ })).toHaveCount(1);
  expect(await (await page.request.get(`/reviews/${id}/history`)).text()).not.toContain('Lovelace');
  expect(await (await page.request.get(`/reviews/${id}`)).text()).not.toContain('Lovelace');

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Version released').first()).toBeVisible();
  await expect(dialog.getByText('They see the reason:')).toBeHidden();
  expect(await (await page.request.get(`/reviews/${id}/history`)).text()).toContain('Lovelace');

  await page.goto('/admin/activity?view=trail');
  await expect(page.getByText('Review version withheld').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Review version released').filter({ visible: true }).first()).toBeVisible();
});
