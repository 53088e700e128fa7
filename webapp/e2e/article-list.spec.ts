// The tab Tech Articles against the real server: what differs from the reviews', whose spec has the rest.
import { make, read, signIn, unique } from './editing';
import { expect, test } from './fixtures';

const article = (title: string, more: object = {}) => ({ title, content: 'Text.', category: 'Security', authorName: 'Bo Ruiz', ...more });

test('articles are sorted, filtered, published, deleted and restored', async ({ page }) => {
  await signIn(page);
  const word = unique('News');
  const titles = ['b', 'C', 'a'].map((letter) => `${word} ${letter}`);
  const made = [];
  for (const [i, title] of titles.entries()) made.push(await make(page.request, 'news', article(title, { isPublished: i === 0 })));
  await page.goto(`/admin/articles?search=${encodeURIComponent(word)}`);
  const table = page.getByRole('table', { name: 'articles' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Tech Articles' }).getByText('3 articles', { exact: true })).toBeVisible(); // the overview has numbers, too
  await page.getByRole('button', { name: 'Title' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText(`${word} a`);
  await expect(table.getByRole('row').nth(3)).toContainText(`${word} C`);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft');
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all articles on this page' }).click();
  const bar = page.getByRole('group', { name: 'Selected articles' });
  const toast = page.getByRole('region', { name: /Notification/ });
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(toast).toContainText('2 articles published');
  await expect(page.getByText('No articles found')).toBeVisible(); // none is a draft any more
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toContainText('2 articles unpublished');
  await expect(table.getByRole('row')).toHaveCount(3);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Published');
  await page.getByRole('button', { name: `Delete ${word} b` }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`This permanently removes “${word} b” from the public site and cannot be undone there. You can restore it under Deleted.`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast).toContainText('News deleted');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: `View ${word} b` })).toBeVisible();
  expect(await read(page.request, 'news', made[0]?.id ?? 0)).toMatchObject({ isPublished: true });
});
