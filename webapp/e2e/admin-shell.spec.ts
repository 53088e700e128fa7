// The dashboard's own shell: its header, its tabs, what a phone shows without scrolling, and the settings.
import type { Page } from '@playwright/test';
import { make, openList, reviewFields, signIn, unique } from './editing';
import { escape, expect, interactive, nightly, overflow, test } from './fixtures';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

const phone = { width: 390, height: 844 };

test('readers and the sign-in load none of the dashboard’s code', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (r) => {
    if (r.request().resourceType() === 'script') scripts.push(r.text().catch(() => ''));
  });
  const hasHeader = async () => (await Promise.all(scripts)).some((text) => text.includes('Search and commands'));
  for (const path of ['/', '/admin-login']) {
    await page.goto(path);
    await interactive(page);
    expect(await hasHeader(), path).toBe(false);
  }
  await signIn(page);
  await openList(page, 'reviews');
  expect(await hasHeader()).toBe(true);
});

test('the code and the data of a list of the dashboard come with its page', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(phone);
  await make(page.request, 'reviews', reviewFields(unique('First row')));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main tbody > tr')) return;
      observer.disconnect();
      const asked = performance.getEntriesByType('resource').map((entry) => ({
        path: new URL(entry.name).pathname,
        byScript: entry instanceof PerformanceResourceTiming && ['script', 'fetch'].includes(entry.initiatorType),
      }));
      Object.assign(window, { askedBefore: asked });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/admin', '/admin/reviews', '/admin/articles']) {
    await page.goto(path);
    await expect(page.locator('main tbody > tr').first()).toBeVisible();
    const asked = await page.evaluate(() => (window as unknown as { askedBefore: { path: string; byScript: boolean }[] }).askedBefore);
    expect(
      asked.filter((a) => a.path.startsWith('/api/') && a.path !== '/api/track'),
      path,
    ).toEqual([]);
    const linked = asked.filter((a) => !a.byScript && a.path.endsWith('.js')).map((a) => a.path);
    expect(linked, path).toContainEqual(expect.stringMatching(/\/admin-/));
    expect(
      linked.filter((name) => /\/(dialog|question-panel|editor-dialog|zod)-/.test(name)),
      `${path}: code that can wait`,
    ).toEqual([]);
  }
});

test('an icon tells its name under a resting pointer and with the focus, also in the editor', nightly, async ({ page }) => {
  await signIn(page);
  await openList(page, 'reviews');
  const tip = page.getByRole('tooltip');
  const header = page.getByRole('banner');
  const search = header.getByRole('button', { name: 'Search and commands' });
  await search.hover();
  await expect(tip).toHaveText(/^Search and commands \(/);
  await header.getByRole('button', { name: 'Logout' }).hover();
  await expect(tip).toHaveText('Logout');
  await header.getByRole('heading', { name: 'Dashboard' }).hover();
  await expect(tip).toHaveCount(0);

  await search.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();
  await expect(tip).toHaveText(/^Search and commands \(/);
  await tabs(page).getByRole('link', { name: 'Tech Articles' }).hover();
  await expect(tip).toHaveText(/^Search and commands \(/);
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(tip).toHaveText('View site');

  await page.getByRole('button', { name: 'Add Review' }).first().click();
  await expect(tip).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Bold' }).first().hover();
  await expect(tip).toHaveText(/^Bold \(/);
});

test('the header fits each width, and on a phone the first row of every list is seen without scrolling', nightly, async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(phone);
  const word = unique('Row');
  await make(page.request, 'pages', { title: word, slug: word.toLowerCase().replaceAll(' ', '-'), content: 'One.' });
  const drafts = ['One', 'Two', 'Three'].map((title) => `${word} ${title}`);
  for (const title of drafts)
    expect((await page.request.post('/api/admin/drafts', { data: { kind: 'review', fields: { title } } })).status()).toBe(201);
  await page.request.post('/api/contact', {
    data: { name: word, email: 'ada@example.org', subject: word, message: 'A message that is long enough.' },
  });
  for (const [tab, table] of [
    ['reviews', 'reviews'],
    ['articles', 'articles'],
    ['pages', 'pages'],
    ['messages', 'Messages'],
  ] as const) {
    await page.goto(`/admin/${tab}`);
    const row = page
      .getByRole('table', { name: table })
      .or(page.getByRole('list', { name: table }))
      .getByRole('row')
      .nth(1);
    await expect(row).toBeVisible();
    const box = await row.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0), tab).toBeLessThanOrEqual(phone.height);
    expect(await overflow(page), tab).toBe(0);
  }
  for (const width of [820, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `at ${width}`).toBe(0);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeInViewport();
    await expect(tabs(page).getByRole('link', { name: 'Analytics' })).toBeInViewport();
  }
});

test('on a phone drafts and filters are folded, and say how many there are', nightly, async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(phone);
  const title = unique('Folded');
  expect((await page.request.post('/api/admin/drafts', { data: { kind: 'review', fields: { title } } })).status()).toBe(201);
  await openList(page, 'reviews');
  await test.step('filters', async () => {
    const status = page.getByLabel('Status');
    await expect(status).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
    await status.selectOption('Published');
    await expect(page.getByRole('button', { name: 'Filters 1 active' })).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(status).toBeHidden();
  });
  await test.step('ways to add', async () => {
    await page.getByRole('button', { name: 'More ways to add' }).click();
    await page.getByRole('menuitem', { name: 'JSON Input' }).click();
    await escape(page.getByRole('dialog', { name: 'JSON Input' }));
  });
  await test.step('drafts of items that don’t exist yet', async () => {
    const drafts = page.getByRole('region', { name: 'New drafts of reviews' });
    await expect(drafts.getByText(title)).toBeHidden();
    await drafts.getByRole('button', { name: /^\d+ new drafts?$/ }).press('Enter');
    await drafts.getByRole('button', { name: `Continue ${title}` }).click();
    await expect(page.getByRole('dialog', { name: 'Add Review' }).getByLabel('Review Title', { exact: true })).toHaveValue(title);
  });
});

test('on a phone the tabs stay in sight, and the unread messages are counted beside them', nightly, async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(phone);
  const subject = unique('Unread');
  await page.request.post('/api/contact', {
    data: { name: 'Ada', email: 'ada@example.org', subject, message: 'A message that is long enough.' },
  });
  await openList(page, 'reviews');
  await expect(page.getByRole('row').nth(4)).toBeVisible();
  await page.mouse.wheel(0, 600);
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await expect(tabs(page).getByRole('link', { name: 'Reviews' })).toBeInViewport();
  // The keyboard brings the rest of the header back.
  await page.getByRole('button', { name: 'Account', exact: true }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^\d+ unread messages?$/ })
    .click();
  await expect(page).toHaveURL(/\/admin\/messages$/);
  await expect(tabs(page).getByRole('link', { name: /^Messages/ })).toBeInViewport();
});

test('by keyboard: past the header to the list, and through the account menu to the settings and back', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/articles');
  await expect(page.getByRole('table', { name: 'articles' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await page.getByRole('button', { name: 'Account', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/settings$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle(/^Settings/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: /^Site/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/settings\/site$/);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Site' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Appearance' })).toBeVisible();
  await page.setViewportSize(phone);
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible();
  await page.goto('/admin/settings/nothing');
  await expect(page).toHaveURL(/\/admin\/settings$/);
});
