// The history of an item in the dashboard: what changed, how it was, and every way back.
import { change, dismissToast, editReview, find, make, openList, read, reviewFields, signIn, unique } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';

test.beforeEach(async ({ page }) => signIn(page));

const kettle = (title: string) => ({
  ...reviewFields(title),
  content: 'The kettle boils water in two minutes.\n\nIt is quiet.',
  rating: 4,
  pros: ['Quiet'],
});

test('the words that changed are marked, and a revision is previewed and restored', async ({ page }) => {
  const title = unique('A kettle');
  const { id } = await make(page.request, 'reviews', kettle(title));
  await change(page.request, 'reviews', id, { content: 'The kettle boils water in three minutes.\n\nIt is quiet.', rating: 3.5 });
  await change(page.request, 'reviews', id, { content: 'The kettle boils water in three minutes.\n\nIt is rather loud.', pros: [] });

  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `History of ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this review' });
  const revisions = dialog.getByRole('list', { name: 'Revisions, newest first' }).getByRole('button');
  await expect(revisions).toHaveText([
    /^Edited Review Content, Pros.*admin/,
    /^Edited Review Content, Rating.*Edited$/,
    /^Created, published/,
  ]);
  await expect(dialog.locator('del')).toHaveText(['removed: It is quiet.', 'removed: Quiet']);
  await expect(dialog.locator('ins')).toHaveText(['added: It is rather loud.']);
  await expect(dialog.getByRole('button', { name: 'Restore this revision' })).toBeHidden();

  await revisions.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.locator('del')).toHaveText(['4.0', 'removed: two']);
  await expect(dialog.locator('ins')).toHaveText(['3.5', 'added: three']);

  await revisions.nth(2).click();
  await dialog.getByRole('button', { name: 'Show as published' }).click();
  await expect(dialog.getByText('As readers saw it at that time.')).toBeVisible();
  await expect(dialog.getByText('The kettle boils water in two minutes.').first()).toBeVisible();

  await dialog.getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByRole('alertdialog').getByRole('radio', { name: 'Update' }).check();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Revision restored').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  const restored = await read(page.request, 'reviews', id);
  expect(restored).toMatchObject({ content: kettle(title).content, rating: 4, pros: ['Quiet'], revision: 5, isPublished: true });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Change undone').first()).toBeVisible();
  await dismissToast(page, 'Change undone');
  expect(await read(page.request, 'reviews', id)).toMatchObject({ rating: 3.5, pros: [], revision: 6 });

  await page.getByRole('button', { name: `History of ${title}` }).click();
  await expect(revisions).toHaveCount(5);
  await revisions.last().click();
  await dialog.getByRole('button', { name: 'Restore this revision' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: 'Correction' }).check();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(question.getByText('Describe what was wrong')).toBeVisible();
  await question.getByLabel('What was wrong').fill('It was timed with another kettle.');
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Revision restored').first()).toBeVisible();
  await page.goto(`/reviews/${id}`);
  await expect(page.getByText('The kettle boils water in two minutes.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Corrections' })).toContainText('It was timed with another kettle.');
});

test('an edit is undone from its toast, unless somebody was quicker', async ({ page, expectComplaint }) => {
  expectComplaint(/412/);
  const title = unique('An edit');
  const { id } = await make(page.request, 'reviews', kettle(title));
  for (const quicker of [false, true]) {
    const dialog = await editReview(page, title);
    await dialog.getByLabel('Rating').fill('2.5');
    await dialog.getByRole('switch', { name: 'Published' }).click();
    await dialog.getByRole('button', { name: 'Update Review' }).click(); // which asks nothing: readers don't see the new rating
    await expect(page.getByText('Review updated').first()).toBeVisible();
    expect(await read(page.request, 'reviews', id)).toMatchObject({ rating: 2.5, isPublished: false });
    if (quicker) await change(page.request, 'reviews', id, { rating: 1.5 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(quicker ? /was changed again in the meantime/ : 'Change undone').first()).toBeVisible();
    expect(await read(page.request, 'reviews', id)).toMatchObject(
      quicker ? { rating: 1.5, isPublished: false } : { rating: 4, isPublished: true },
    );
  }
});

test('what is deleted is found under Deleted and restored', async ({ page }) => {
  const title = unique('Gone');
  const { id } = await make(page.request, 'news', { title, content: 'Text.', category: 'AI', authorName: 'Ada', isPublished: true });
  await openList(page, 'articles', title);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('News deleted').first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Deleted');
  const row = page.getByRole('list', { name: 'Deleted articles' }).getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('by admin');
  await row.getByRole('button', { name: `History of ${title}` }).click();
  await expect(page.getByRole('dialog').getByText('Deleted. Restore it from the list first.')).toBeVisible();
  await escape(page.getByRole('dialog'));
  await row.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByText('1 article restored').first()).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await find(page.request, 'news', title)).toMatchObject({ id, isPublished: true });
  await page.goto(`/tech-articles/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('on a phone the list and a revision take turns', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const title = unique('A pocket kettle');
  const { id } = await make(page.request, 'reviews', kettle(title));
  await change(page.request, 'reviews', id, { content: 'It is loud.', verdict: 'No.' });
  await openList(page, 'reviews', title);
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const dialog = page.getByRole('dialog');
  const list = dialog.getByRole('list', { name: 'Revisions, newest first' });
  await expect(list).toBeVisible();
  await expect(dialog.locator('ins').first()).toBeHidden();
  await list.getByRole('button', { name: /Edited Review Content, Verdict/ }).click();
  await expect(list).toBeHidden();
  await expect(dialog.locator('ins').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Show as published' }).click();
  await expect(dialog.getByText('As readers saw it at that time.')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'All revisions' }).click();
  await expect(list).toBeVisible();
});
