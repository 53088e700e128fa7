// Unsaved changes: guarded whenever the form is left, saved as a draft, and offered again.
import { addReview, change, editor, editReview, make, read, reviewFields, signIn, unique } from './editing';
import { escape, expect, motion, test } from './fixtures';
import { password } from './start-server';

test.use(motion);

const first = 'Product Name';

test('a session that ends while somebody writes costs nothing: after the login the draft is offered', async ({ page, expectComplaint }) => {
  await signIn(page, { own: true });
  expectComplaint(/401/);
  const title = unique('An interrupted review');
  await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Written in vain?');
  await page.request.post('/api/admin/logout', { data: {} });
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await editor(page, first); // by its address
  await dialog.getByRole('button', { name: 'Restore draft' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Written in vain?');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save draft on this device' }).click();

  // Whoever logs out leaves nothing behind.
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor-draft')).length);
  await expect.poll(drafts).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  await expect.poll(drafts).toBe(0);
});

test('unsaved work is asked about before it is left, in every way to leave', async ({ page }) => {
  await signIn(page);
  const title = unique('A guarded review');
  await make(page.request, 'reviews', reviewFields(title));
  const dialog = await editReview(page, title);
  await escape(dialog); // nothing was typed
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Not yet');

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const stay = async () => {
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('Not yet');
  };
  await page.keyboard.press('Escape');
  await stay();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await stay();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await stay();
  await page.goBack();
  await stay();
  await expect(page).toHaveURL(/\/admin\/reviews\/\d+\/edit/);
  // No element asked the last time; the focus is in the editor all the same.
  await expect.poll(() => dialog.evaluate((content) => content.contains(document.activeElement))).toBe(true);

  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeFocused();
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await expect(dialog.getByText('An unsaved draft')).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Verdict' })).toHaveText('');
});

test('a draft survives the reload, is offered, merged with what was saved since, and gone once it is saved', async ({ page }) => {
  await signIn(page);
  const title = unique('A drafted review');
  const made = await make(page.request, 'reviews', { ...reviewFields(title), verdict: 'Old verdict' });
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Drafted verdict');
  await dialog.getByLabel('Brand').fill('Drafted brand');
  await expect(dialog.getByText('Draft saved on this device')).toBeVisible();
  await change(page.request, 'reviews', made.id, { verdict: 'Saved verdict' });
  page.once('dialog', (d) => void d.accept());
  await page.reload();

  await editor(page, first); // by its address
  await expect(dialog.getByLabel('Brand')).toHaveValue('Brand');
  await dialog.getByRole('button', { name: 'Restore draft' }).click();
  await expect(dialog.getByLabel('Brand')).toHaveValue('Drafted brand');
  await dialog.getByRole('group', { name: 'Verdict' }).getByLabel('Keep mine').check();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await expect(page.getByText('Review updated').first()).toBeVisible();
  expect(await read(page.request, 'reviews', made.id)).toMatchObject({ verdict: 'Drafted verdict', productBrand: 'Drafted brand' });

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await editor(page, first);
  await expect(dialog.getByText('An unsaved draft')).toBeHidden();
});

test('a new review can wait as a draft, and the draft can be discarded', async ({ page }) => {
  await signIn(page);
  const dialog = await addReview(page);
  await dialog.getByLabel(first).fill('A thing for later');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save draft on this device' }).click();
  await expect(page.getByText('Draft saved on this device').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add Review' }).click();
  await editor(page, first);
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect(dialog.getByLabel(first)).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Review' }).click();
  await editor(page, first);
  await expect(dialog.getByText('An unsaved draft')).toBeHidden();
});
