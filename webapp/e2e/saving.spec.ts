// Drafts: what is typed goes to the server without reaching readers, and work goes on wherever it was left.
import type { Page } from '@playwright/test';
import { addReview, editor, editReview, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { expect, nightly, overflow, test } from './fixtures';

const first = 'Product Name';

test.beforeEach(async ({ page }) => signIn(page));

/** The item's draft on the server; null without one. */
async function draftOf(page: Page, id: number): Promise<{ fields: Record<string, unknown> } | null> {
  const answer = await page.request.get(`/api/admin/reviews/${id}/draft`);
  return answer.status() === 404 ? null : ((await answer.json()) as { fields: Record<string, unknown> });
}

const saved = (page: Page) => expect(page.getByRole('dialog').getByText(/^Saved \d+:\d\d.[AP]M$/)).toBeVisible();

test(
  'Ctrl+S saves a draft that readers don’t see, and the work goes on in another browser',
  nightly,
  async ({ page, browser, baseURL, expectComplaint }) => {
    expectComplaint(/412/);
    const title = unique('A review in two browsers');
    const made = await make(page.request, 'reviews', { ...reviewFields(title), verdict: 'Old verdict' });
    const dialog = await editReview(page, title);
    await dialog.getByRole('textbox', { name: 'Verdict' }).fill('New verdict');
    await dialog.getByLabel('Rating', { exact: true }).fill('7'); // invalid, and a draft all the same
    await page.keyboard.press('Control+s');
    await saved(page);
    await expect(dialog).toBeVisible();
    const item = await read(page.request, 'reviews', made.id);
    expect(item).toMatchObject({ verdict: 'Old verdict', rating: 3.5, revision: made.revision, updatedAt: made.updatedAt });
    expect((await draftOf(page, made.id))?.fields).toEqual({ verdict: 'New verdict', rating: '7' });

    const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 390, height: 844 } });
    const phone = await elsewhere.newPage();
    await signIn(phone);
    await phone.goto(`/admin/reviews/${made.id}/edit`);
    const there = await editor(phone, 'Review Title');
    await expect(there.getByRole('note', { name: 'Draft' })).toContainText(/Unpublished changes of \w+ \d+, \d+:\d\d.[AP]M by admin/);
    await expect(there.getByText('Open in another tab of yours')).toBeVisible();
    await expect(there.getByRole('textbox', { name: 'Verdict' })).toHaveText('New verdict');
    await there.getByRole('textbox', { name: 'Verdict' }).fill('Newer verdict');
    expect(await overflow(phone)).toBeLessThanOrEqual(0);
    await there.getByRole('button', { name: 'Close' }).click();
    await expect(phone.getByText('Draft saved').first()).toBeVisible();
    expect((await draftOf(page, made.id))?.fields).toEqual({ verdict: 'Newer verdict', rating: '7' });
    await elsewhere.close();

    // Here, it is merged with what is typed next.
    await dialog.getByLabel('Brand', { exact: true }).fill('New brand');
    await page.keyboard.press('Control+s');
    await expect(dialog.getByRole('region', { name: 'This draft was also edited elsewhere' })).toContainText('Newer verdict');
    await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Newer verdict');
    await saved(page);
    expect((await draftOf(page, made.id))?.fields).toEqual({ verdict: 'Newer verdict', rating: '7', productBrand: 'New brand' });
  },
);

test('a pause saves a draft, which a reload brings back and Discard ends', async ({ page }) => {
  const title = unique('A drafted review');
  const made = await make(page.request, 'reviews', { ...reviewFields(title), verdict: 'Old verdict' });
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Drafted verdict');
  await expect(dialog.getByText('Unsaved changes')).toBeVisible();
  await saved(page);
  expect((await draftOf(page, made.id))?.fields).toEqual({ verdict: 'Drafted verdict' });
  await dialog.getByLabel('Brand', { exact: true }).fill('Typed a moment ago');
  await page.reload();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Drafted verdict');
  await expect(dialog.getByLabel('Brand', { exact: true })).toHaveValue('Typed a moment ago');
  await dialog.getByRole('note', { name: 'Draft' }).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog', { name: 'Discard these changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Old verdict');
  await expect(dialog.getByRole('note', { name: 'Draft' })).toBeHidden();
  expect(await draftOf(page, made.id)).toBeNull();
});

test('a new review is a draft of its own, listed, continued elsewhere and created once', async ({ page, browser, baseURL }) => {
  const title = unique('A review to be');
  const dialog = await addReview(page);
  await dialog.getByLabel('Review Title', { exact: true }).fill(title);
  await page.keyboard.press('Control+s');
  await saved(page);
  await expect(page).toHaveURL(/\/admin\/reviews\/new\?draft=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(dialog.getByLabel('Review Title', { exact: true })).toHaveValue(title);
  await page.goBack();
  await expect(dialog).toBeHidden();
  const drafts = page.getByRole('region', { name: 'New drafts of reviews' });
  await expect(drafts.getByText(title)).toBeVisible();
  expect(await find(page.request, 'reviews', title)).toBeUndefined();

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const other = await elsewhere.newPage();
  await signIn(other);
  await openList(other, 'reviews');
  await other.getByRole('button', { name: `Continue ${title}` }).click();
  const there = await editor(other, first);
  await expect(there.getByRole('note', { name: 'Draft' })).toContainText('New draft of');
  for (const [label, text] of [
    ['Product Name', 'Lamp'],
    ['Brand', 'Lumen'],
    ['Author', 'Ada'],
    ['Review Content', 'It shines.'],
  ]) {
    await there.getByLabel(label ?? '', { exact: true }).fill(text ?? '');
  }
  await expect(there.getByRole('switch', { name: 'Published' })).not.toBeChecked();
  await there.getByRole('button', { name: 'Create Review' }).click();
  await expect(other.getByText('Review created').first()).toBeVisible();
  await expect(other.getByText(title).first()).toBeVisible();
  await expect(other.getByRole('button', { name: `Continue ${title}` })).toBeHidden();
  expect(await find(page.request, 'reviews', title)).toMatchObject({ productBrand: 'Lumen', isPublished: false });
  await elsewhere.close();
});

test('changes of something published reach readers with Publish changes, and not before', async ({ page, browser, baseURL }) => {
  const title = unique('A published review');
  const made = await make(page.request, 'reviews', { ...reviewFields(title), verdict: 'Published verdict' });
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Better verdict');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Draft saved').first()).toBeVisible();
  const row = page.getByRole('row', { name: title });
  await expect(row.getByText('Unpublished changes')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click(); // the notice may cover a part of a row
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()); // with its tip

  const readers = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const reader = await readers.newPage();
  await reader.goto(`/reviews/${made.id}`);
  await expect(reader.getByText('Published verdict').first()).toBeVisible();
  await expect(reader.getByText('Better verdict')).toBeHidden();

  await row.getByRole('button', { name: 'Publish changes' }).click();
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  await question.getByRole('radio', { name: 'Update' }).check();
  await question.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByText('Changes published').first()).toBeVisible();
  await expect(row.getByText('Unpublished changes')).toBeHidden();
  await reader.reload();
  await expect(reader.getByText('Better verdict').first()).toBeVisible();
  await readers.close();

  await page.request.put(`/api/admin/reviews/${made.id}/draft`, {
    data: { base: made.revision + 1, fields: { tags: ['x'] }, was: { tags: [] } },
  });
  await openList(page, 'reviews', title);
  await row.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog', { name: 'Discard these changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(row.getByText('Unpublished changes')).toBeHidden();
  expect(await draftOf(page, made.id)).toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Unpublished changes')).toBeVisible();
});

test('without a network the text stays on this device, and goes to the server when it is back', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const title = unique('A review from a train');
  const made = await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  const verdict = dialog.getByRole('textbox', { name: 'Verdict' });
  await verdict.fill('Before the tunnel');
  await page.keyboard.press('Control+s');
  await saved(page);
  await context.setOffline(true);
  await verdict.fill('In the tunnel');
  await page.keyboard.press('Control+s');
  await expect(dialog.getByText('Not saved: you’re offline. Kept on this device.')).toBeVisible();

  // Only now is there a question before the editor is left.
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question).toContainText('You have unsaved changes. Keep them on this device?');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(verdict).toHaveText('In the tunnel');
  }
  await context.setOffline(false);
  await saved(page);
  expect((await draftOf(page, made.id))?.fields).toEqual({ verdict: 'In the tunnel' });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor-draft:')))).toEqual([]);

  // Kept on this device and offered again, as the server lacks it.
  await context.setOffline(true);
  await verdict.fill('In the next tunnel');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(dialog).toBeHidden();
  await context.setOffline(false);
  await page.getByRole('button', { name: `Edit ${title}` }).press('Enter'); // the list is read anew, and its row grows
  await editor(page, first);
  await expect(verdict).toHaveText('In the tunnel');
  await dialog.getByRole('status').filter({ hasText: 'This device has unsaved changes' }).getByRole('button', { name: 'Restore' }).click();
  await expect(verdict).toHaveText('In the next tunnel');
  await page.keyboard.press('Control+s');
  await saved(page);
  await expect(dialog.getByRole('region', { name: /changed since|Someone else/ })).toBeHidden();
  expect((await draftOf(page, made.id))?.fields).toEqual({ verdict: 'In the next tunnel' });
});
