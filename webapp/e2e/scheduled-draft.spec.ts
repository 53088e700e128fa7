// Changes of something published that go live later: scheduled, edited, scheduled again, canceled, and what readers see meanwhile.
import { editor, editReview, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { expect, nightly, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

test('changes of a live review are scheduled, and scheduled again after an edit', nightly, async ({ page, browser }) => {
  const title = unique('A live review');
  const made = await make(page.request, 'reviews', { ...reviewFields(title), isPublished: true });
  const dialog = await editReview(page, title);
  await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Wait for the sale.');
  await dialog.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish changes' });
  await publish.getByLabel('Publish at', { exact: true }).fill('2031-03-04T09:30');
  await publish.getByRole('button', { name: 'Schedule', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'What kind of change is this?' });
  await question.getByRole('radio', { name: /^Update/ }).check();
  await question.getByRole('button').last().click();
  await expect(page.getByText(/^Scheduled for Mar 4, 2031, 9:30/).first()).toBeVisible();

  // Readers see nothing of it; the list does.
  const reader = await browser.newPage();
  await reader.goto(`/reviews/${made.id}`);
  await expect(reader.getByText('Wait for the sale.')).toBeHidden();
  await openList(page, 'reviews', title);
  await expect(page.getByText('Scheduled changes')).toBeVisible();

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const again = await editor(page, 'Review Title');
  const notice = again.getByRole('note', { name: 'Schedule' });
  await expect(notice).toContainText(/Scheduled for Mar 4, 2031, 9:30.* as an update/);
  await again.getByRole('textbox', { name: 'Verdict' }).fill('Wait for the spring sale.');
  await page.keyboard.press('Control+s');
  await expect(notice).toContainText('Not scheduled any more.');
  await notice.getByRole('button', { name: 'Schedule again…' }).click();
  await publish.getByRole('button', { name: 'Schedule', exact: true }).click();
  await question.getByRole('radio', { name: /^Update/ }).check();
  await question.getByRole('button').last().click();
  await expect(page.getByText(/^Scheduled for Mar 4, 2031, 9:30/).first()).toBeVisible();

  await page.getByRole('button', { name: `Edit ${title}` }).press('Enter'); // the list is read anew, and its row grows
  await expect(notice).toContainText('Scheduled for');
  await notice.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByText('Schedule canceled').first()).toBeVisible();
  await expect(notice).toBeHidden();
  await dialog.getByRole('button', { name: 'Update Review' }).click();
  await question.getByRole('radio', { name: /^Update/ }).check();
  await question.getByRole('button').last().click();
  await expect.poll(async () => (await read(page.request, 'reviews', made.id)).verdict).toBe('Wait for the spring sale.');
  expect(await find(page.request, 'reviews', title)).toMatchObject({ isPublished: true });
});
