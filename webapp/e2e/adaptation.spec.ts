// Readers and admins who set their own colours, zoom in, or work by keyboard.
import { chooseInAccount, make, openList, signIn } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';
import type { Locator, Page } from '@playwright/test';

const style = (of: Locator, name: string) => of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('with forced colours, what is on, current or pressed looks different, and buttons have an edge', nightly, async ({ page }) => {
  await signIn(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (of: Locator) => style(of, 'background-color');
  const differ = async (a: Locator, b: Locator) => expect(await background(a)).not.toBe(await background(b));

  await page.goto('/tech-articles');
  const main = page.getByRole('navigation', { name: 'Main' });
  await differ(main.getByRole('link', { name: 'Tech Articles' }), main.getByRole('link', { name: 'Home' }));

  await openList(page, 'reviews');
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await differ(tabs.getByRole('link', { name: 'Reviews' }), tabs.getByRole('link', { name: 'Analytics' }));
  // a line would look like the current one's
  expect(await style(tabs.getByRole('link', { name: 'Analytics' }), 'border-bottom-width')).toBe('0px');
  const add = page.getByRole('button', { name: 'Add Review' });
  expect([await style(add, 'border-top-width'), await style(add, 'border-top-style')]).toEqual(['1px', 'solid']);

  const status = page.getByRole('cell').getByText('Published', { exact: true }).first();
  await differ(status.locator('span[aria-hidden]'), page.locator('body')); // the dot before the word

  await add.click();
  const dialog = page.getByRole('dialog');
  await differ(dialog.getByRole('tab', { name: 'Edit' }), dialog.getByRole('tab', { name: 'Preview' }));
  const published = dialog.getByRole('switch', { name: 'Published' });
  const looks = async () => [await background(published), await background(published.locator('span'))];
  const before = await looks();
  expect(before[0]).not.toBe(before[1]); // the thumb is seen on its track
  await published.click();
  await expect.poll(async () => (await looks())[0]).not.toBe(before[0]); // it changes colour over a moment
  const after = await looks();
  expect(after[0]).not.toBe(after[1]);

  await page.goto('/admin/analytics');
  const ranges = page.getByRole('group', { name: 'Range' });
  await differ(ranges.getByRole('button', { name: '7 days', exact: true }), ranges.getByRole('button', { name: '30 days' }));
  // The key to the chart's two colours, which are the system's own.
  const key = page.locator('dl span[aria-hidden]');
  await expect(key).toHaveCount(2);
  await differ(key.nth(0), key.nth(1));
  for (const swatch of [key.nth(0), key.nth(1)]) await differ(swatch, page.locator('body'));
});

test('at 320 pixels no screen scrolls sideways', async ({ page, expectComplaint }) => {
  expectComplaint(/404/);
  await signIn(page);
  await page.setViewportSize({ width: 320, height: 700 });
  const views = [
    'reviews?status=deleted',
    'articles?status=deleted',
    'analytics?from=2026-11-01&to=2026-11-24',
    'analytics?view=table',
    'activity?view=trail',
  ];
  const tabs = ['reviews', 'reviews/new', 'articles', 'messages', 'analytics', 'api', 'activity', ...views].map((tab) => `/admin/${tab}`);
  const pages = [
    '/',
    '/reviews',
    '/reviews/1',
    '/reviews/1/history',
    '/category/computers',
    '/tech-articles',
    '/tech-articles/1',
    '/office-tools',
    '/about',
    '/contact',
    '/corrections',
    '/privacy',
    '/terms',
    '/docs',
    '/nowhere',
  ];
  for (const path of [...tabs, ...pages]) {
    await page.goto(path);
    await expect(page.locator('h1')).not.toHaveCount(0);
    await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    expect(await overflow(page), path).toBe(0);
  }
});

test('Escape leaves each dialog and returns to what opened it', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page);
  const word = `Escaped ${Date.now()}`;
  const review = await make(page.request, 'reviews', {
    title: word,
    productName: word,
    productBrand: 'Acme',
    categoryId: 1,
    authorName: 'Ada',
    content: 'One.',
  });
  await make(page.request, 'news', { title: word, content: 'One.', authorName: 'Ada', category: 'AI' });
  expect((await page.request.post('/api/admin/api-keys', { data: { name: word, permissions: ['create_reviews'] } })).status()).toBe(201);
  const message = { name: word, email: 'ada@example.org', subject: word, message: 'A message that is long enough.' };
  expect((await page.request.post('/api/contact', { data: message })).status()).toBe(201);

  const row = [`View preview of ${word}`, `Edit ${word}`, `History of ${word}`, `Delete ${word}`];
  for (const [path, openers] of [
    [`/admin/reviews?search=${word}`, ['Add Review', 'JSON Input', ...row]],
    [`/admin/articles?search=${word}`, ['Add Article', 'JSON Input', ...row]],
    [`/admin/messages?search=${word}`, ['Erase a person…', `View message from ${word}`, `Delete message from ${word}`]],
    ['/admin/api', ['Create API Key', `Undo changes of ${word}`, `Deactivate ${word}`, `Delete ${word}`]],
  ] as const) {
    await page.goto(path);
    for (const name of openers)
      await opensAndReturns(page, page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true })));
  }

  await chooseInAccount(page, 'Time travel');
  await escape(page.getByRole('dialog'));
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeFocused();

  // A dialog over another returns into that one.
  await openList(page, 'reviews', word);
  await page.getByRole('button', { name: `Edit ${word}` }).click();
  const author = page.getByRole('dialog').getByLabel('Author');
  await expect(author).toBeEditable();
  const drafts = '**/api/admin/reviews/*/draft';
  await page.route(drafts, (route) => route.abort('internetdisconnected')); // before the change, so that it can't be saved in between
  await author.fill('Bo');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await escape(question);
  await expect(author).toBeFocused();
  await page.unroute(drafts);

  // What an address opened has no opener: the page's content has the focus, as after any change of the route.
  await page.goto(`/admin/reviews?history=${review.id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await escape(page.getByRole('dialog'));
  await expect(page.getByRole('main')).toBeFocused();
});

async function opensAndReturns(page: Page, opener: Locator): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await opener.click();
  await expect(dialog).toBeVisible();
  await escape(dialog);
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}
