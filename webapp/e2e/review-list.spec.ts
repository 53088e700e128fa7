// The tab Reviews against the real server: filters, search, order and pages in the address, and what is done to several
// reviews at once and taken back.
import type { APIRequestContext, Page } from '@playwright/test';
import { make, read, signIn, unique, type Item } from './editing';
import { escape, expect, nightly, test } from './fixtures';

const draft = (title: string, more: object = {}) => ({
  productName: `Product of ${title}`,
  productBrand: 'Tarnholt',
  categoryId: 1,
  title,
  content: 'It works.',
  rating: 4,
  authorName: 'Ada Lark',
  ...more,
});

/** Makes reviews whose titles begin with the word: 'word 1', 'word 2' … */
async function several(request: APIRequestContext, word: string, n: number, more: (i: number) => object = () => ({})): Promise<Item[]> {
  const made: Item[] = [];
  for (let i = 1; i <= n; i++) made.push(await make(request, 'reviews', draft(`${word} ${i}`, more(i))));
  return made;
}

const table = (page: Page) => page.getByRole('table', { name: 'reviews' });
const rowOf = (page: Page, title: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${title}`, exact: true }) });
const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).click();
const bar = (page: Page) => page.getByRole('group', { name: 'Selected reviews' });
const toast = (page: Page) => page.getByRole('region', { name: /Notification/ });

/** The titles' numbers, from the top. */
async function order(page: Page, word: string): Promise<string> {
  const names = await table(page)
    .getByRole('checkbox', { name: new RegExp(`^Select ${word}`) })
    .evaluateAll((boxes) => boxes.map((b) => b.closest('label')?.textContent ?? ''));
  return names.map((name) => name.split(' ').at(-1)).join(' ');
}

async function open(page: Page, word: string, query = ''): Promise<void> {
  await page.goto(`/admin/reviews?search=${encodeURIComponent(word)}${query}`);
  await expect(table(page)).toBeVisible();
}

test.beforeEach(({ page }) => signIn(page));

test('filters, search, order and pages are in the address, and the way back leads through them', nightly, async ({ page }) => {
  const word = unique('Desk');
  await several(page.request, word, 12, (i) => ({ rating: 1 + (i % 5), categoryId: i % 2 ? 1 : 3, isFeatured: i === 4 }));
  await page.goto('/admin/reviews');
  await page.getByRole('searchbox', { name: 'Search reviews' }).pressSequentially(word);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(word);
  await expect.poll(() => order(page, word)).toBe('12 11 10 9 8 7 6 5 4 3');
  await page.getByRole('navigation', { name: 'Pages of reviews' }).getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => order(page, word)).toBe('2 1');
  await expect(page).toHaveURL(/page=2/);

  await page.getByRole('combobox', { name: 'Category' }).selectOption('Industrial Machines');
  await expect.poll(() => order(page, word)).toBe('12 10 8 6 4 2');
  await expect(page).not.toHaveURL(/page=/);
  await expect(rowOf(page, `${word} 12`)).toContainText('Industrial Machines');
  await page.getByRole('button', { name: 'Rating' }).click();
  await expect(page.getByRole('columnheader', { name: 'Rating' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => order(page, word)).toBe('4 8 12 2 6 10'); // 5, 4, 3, 3 (newest first), 2, 1
  await page.reload();
  await expect.poll(() => order(page, word)).toBe('4 8 12 2 6 10');
  await page.getByRole('combobox', { name: 'Featured' }).selectOption('Featured');
  await expect.poll(() => order(page, word)).toBe('4');
  await page.goBack();
  await expect.poll(() => order(page, word)).toBe('4 8 12 2 6 10');
  await page.goBack();
  await page.goBack();
  await expect.poll(() => order(page, word)).toBe('2 1');

  await page.getByRole('searchbox', { name: 'Search reviews' }).fill(`${word} nothing like this`);
  await expect(page.getByText('No reviews found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(table(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/reviews$/);
});

test('several are published and deleted at once, and one by keyboard, and one press takes it back', nightly, async ({ page }) => {
  await test.step('several published', async () => {
    const word = unique('Bulk');
    const planned = { publishAt: '2199-01-02T10:00:00Z', unpublishAt: '2199-01-03T10:00:00Z' };
    const made = await several(page.request, word, 3, (i) => ({ isPublished: i === 2, ...(i === 1 ? planned : {}) }));
    await open(page, word);
    await page.getByRole('checkbox', { name: 'Select all reviews on this page' }).click();
    await expect(bar(page)).toContainText('3 reviews selected');
    await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(toast(page)).toContainText('2 reviews published');
    await expect(rowOf(page, `${word} 1`)).toContainText('Published');
    await expect(page.getByRole('heading', { name: 'Reviews', exact: true })).toBeFocused();
    expect(await read(page.request, 'reviews', made[0]?.id ?? 0)).toMatchObject({ isPublished: true, publishAt: null });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('2 reviews unpublished');
    await expect(rowOf(page, `${word} 3`)).toContainText('Draft');
    await expect(rowOf(page, `${word} 2`)).toContainText('Published'); // it was before
    // what publishing had cleared
    expect(await read(page.request, 'reviews', made[0]?.id ?? 0)).toMatchObject({ isPublished: false, ...planned });
  });
  await test.step('several deleted', async () => {
    const word = unique('Gone');
    const made = await several(page.request, word, 3, (i) => ({ isPublished: i === 1, isFeatured: i === 1 }));
    await open(page, word);
    await tick(page, `${word} 1`);
    await tick(page, `${word} 3`);
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(question).toContainText(
      'This permanently removes 2 reviews from the public site and cannot be undone there. You can restore them under Deleted.',
    );
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete 2 reviews' }).click();
    await expect(toast(page)).toContainText('2 reviews deleted');
    await expect.poll(() => order(page, word)).toBe('2');
    expect((await page.request.get(`/api/reviews/${made[0]?.id}`)).status()).toBe(404);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('2 reviews restored');
    await expect.poll(() => order(page, word)).toBe('3 2 1');
    expect(await read(page.request, 'reviews', made[0]?.id ?? 0)).toMatchObject({ isPublished: true, isFeatured: true });
    expect(await read(page.request, 'reviews', made[2]?.id ?? 0)).toMatchObject({ isPublished: false });
  });
  await test.step('one deleted by keyboard, after the words of the specification', async () => {
    const word = unique('Single');
    const [review] = await several(page.request, word, 1, () => ({ isPublished: true }));
    await open(page, word);
    await page.getByRole('button', { name: `Delete ${word} 1` }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(question).toContainText(
      `This permanently removes “${word} 1” from the public site and cannot be undone there. You can restore it under Deleted.`,
    );
    await escape(question);
    await expect(page.getByRole('button', { name: `Delete ${word} 1` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Review deleted');
    await expect(page.getByText('No reviews found')).toBeVisible();
    expect((await page.request.get(`/api/reviews/${review?.id}`)).status()).toBe(404);
  });
});
