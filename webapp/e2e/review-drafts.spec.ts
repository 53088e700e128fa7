// What happens to unsaved changes when the editor is left: by choice, by a session that ends, or because the network is away.
import { addReview, editor, editReview, make, read, reviewFields, signIn, unique } from './editing';
import { escape, expect, test } from './fixtures';
import { password } from './start-server';

const first = 'Product Name';

test('a session that ends while somebody writes costs nothing: the password is asked over the text', async ({
  page,
  context,
  expectComplaint,
}) => {
  await signIn(page, { own: true });
  expectComplaint(/401|ERR_INTERNET_DISCONNECTED/);
  const title = unique('An interrupted review');
  // a draft, as changes of something published open a question
  await make(page.request, 'reviews', { ...reviewFields(title), isPublished: false });
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Written in vain?');
  await page.request.post('/api/admin/logout', { data: {} });
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  const expired = page.getByRole('dialog', { name: 'Session Expired' });
  await expired.getByLabel('Password', { exact: true }).fill(password);
  await expired.getByRole('button', { name: 'Sign In' }).click();
  await expect(expired).toBeHidden();
  await expect(page.getByText('Failed to update review')).toHaveCount(0); // the question has said it
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Written in vain?');
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Written in vain!');
  await context.setOffline(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await context.setOffline(false);

  // Whoever logs out leaves nothing behind.
  const copies = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor-draft')).length);
  await expect.poll(copies).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  await expect.poll(copies).toBe(0);
});

test('leaving saves what was typed, in every way to leave, and asks nothing', async ({ page }) => {
  await signIn(page);
  const title = unique('A guarded review');
  const made = await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  await escape(dialog); // nothing was typed
  const verdict = dialog.getByRole('textbox', { name: 'Verdict' });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.goBack(),
  ];
  for (const [i, leave] of ways.entries()) {
    await page.getByRole('button', { name: `Edit ${title}` }).press('Enter'); // the list is read anew, and its row grows
    await editor(page, first);
    await expect(verdict).toHaveText(i === 0 ? '' : `Way ${i - 1}`);
    await verdict.fill(`Way ${i}`);
    await leave();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Draft saved').first()).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/reviews\?/);
    await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeFocused();
  }
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({ verdict: null, revision: made.revision });
});

test('a new review that never reached the server waits on this device', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page);
  const title = unique('A thing for later');
  const dialog = await addReview(page);
  await dialog.getByLabel('Review Title', { exact: true }).fill(title);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(page.getByText('Draft saved on this device').first()).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  const row = page.getByRole('region', { name: 'New drafts of reviews' }).getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('on this device');
  await row.getByRole('button', { name: 'Continue' }).click();
  await editor(page, first);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByLabel('Review Title', { exact: true })).toHaveValue(title);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('by admin'); // the server has it now
  await row.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(row).toBeHidden();
});
