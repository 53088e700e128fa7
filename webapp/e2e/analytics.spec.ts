// The tab Analytics against the real server: visits of the real site appear in all of it.
import type { Page } from '@playwright/test';
import { make, signIn, unique } from './editing';
import { expect, nightly, overflow, test } from './fixtures';

interface Series {
  views: number;
  visitors: number;
  bots: number;
  buckets: { start: string; views: number; visitors: number }[];
}

const series = async (page: Page, query: string) => (await (await page.request.get(`/api/analytics/series?${query}`)).json()) as Series;

/** Views that a browser stored while the server was away, and sends at once. */
async function stored(page: Page, path: string, views: number, headers: Record<string, string> = {}) {
  const events = Array.from({ length: views }, () => ({
    event: 'page_view',
    page: path,
    referrer: 'https://www.search.example/find',
    sessionId: 's',
    metadata: null,
  }));
  expect((await page.request.post('/api/track', { data: { events }, headers })).status()).toBe(204);
}

const item = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name });

/** The numbers of the table's first row, which is the newest. */
async function newest(page: Page): Promise<number[]> {
  const cells = await page
    .getByRole('region', { name: /^Views and visitors by/ })
    .getByRole('row')
    .nth(1)
    .getByRole('cell')
    .allTextContents();
  return cells.map((text) => Number(text.replaceAll(',', '')));
}

test('visits of the site appear in the cards, the lists, the table and the chart', async ({ page, context }) => {
  await signIn(page);
  // No other test visits this page. Visits with campaign parameters count in the same row.
  const slug = unique('visited').toLowerCase().replaceAll(' ', '-');
  await make(page.request, 'pages', { title: slug, slug, content: 'Read me.', isPublished: true });
  const path = `/pages/${slug}`;
  const bots = '/contact?utm_campaign=bots';
  const before = await series(page, 'range=7d');

  const reader = await context.newPage();
  const tracked = reader.waitForResponse('**/api/track');
  await reader.goto(`${path}?utm_campaign=letter`);
  expect((await tracked).status()).toBe(204);
  await stored(page, path, 400);
  await stored(page, bots, 3, { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });

  await page.goto('/admin/analytics?view=table');
  await expect(item(page, 'Most Popular Pages', path)).toHaveText(`${slug}${path}401 views`);
  await expect(item(page, 'Visitor Countries', 'Local')).toBeVisible();
  await expect(item(page, 'Referrers', 'search.example')).toBeVisible();
  await expect(item(page, 'Browsers', 'Chrome')).toBeVisible();
  await expect(item(page, 'Devices', 'Desktop')).toBeVisible();
  await expect(item(page, 'Systems', 'Windows')).toBeVisible();
  const recent = page.getByRole('table', { name: 'Recent Activity (Last 30 Events)' }).getByRole('row');
  await expect(recent.filter({ hasText: bots })).toHaveCount(0);
  await expect(recent.filter({ hasText: '/admin' })).toHaveCount(0);
  await expect(recent.filter({ hasText: path }).first().getByRole('cell')).toHaveText([
    'page_view',
    path,
    '127.0.0.1',
    'Local',
    'Just now',
  ]);
  for (const card of ['Top Pages', 'Unique Visitors']) {
    expect(
      Number((await page.locator('dl > div').filter({ hasText: card }).locator('dd').textContent())?.replaceAll(',', '')),
    ).toBeGreaterThan(0);
  }

  const [views = 0, visitors = 0] = await newest(page);
  const today = before.buckets.at(-1);
  expect(views).toBeGreaterThanOrEqual((today?.views ?? 0) + 401);
  expect(visitors).toBeGreaterThan(0);
  const after = await series(page, 'range=7d');
  expect(after.bots).toBeGreaterThanOrEqual(before.bots + 3);
  await expect(page.getByText(/^[\d,]+ bot views excluded$/)).toHaveCount(2);

  await page.getByRole('button', { name: 'Show as chart' }).click();
  await expect(
    page
      .getByRole('img', { name: /^Chart of views and visitors by day/ })
      .locator('.recharts-bar-rectangle path')
      .first(),
  ).toBeVisible();

  // New visits appear automatically while the tab is open.
  await stored(page, path, 1);
  await expect(item(page, 'Most Popular Pages', path)).toHaveText(`${slug}${path}402 views`, { timeout: 20_000 });
});

test('the range stands in the address, and survives a reload and the way back', nightly, async ({ page }) => {
  await signIn(page);
  await stored(page, '/', 1);
  await page.goto('/admin/analytics');
  const pressed = (name: string) => expect(page.getByRole('button', { name, pressed: true })).toBeVisible();
  await pressed('7 days');
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByRole('button', { name: 'By hour' }).click();
  await pressed('By hour');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page).toHaveURL('/admin/analytics?range=30d&by=hour&view=table');
  await page.reload();
  await pressed('30 days');
  await pressed('By hour');
  await expect(page.getByRole('region', { name: 'Views and visitors by hour' })).toBeVisible();
  await page.goBack();
  await pressed('By day');
  await page.goBack();
  await pressed('7 days');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByRole('button', { name: 'By day' })).toBeHidden();

  // Days of one's own, in the same address.
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('button', { name: 'Dates' }).click();
  await pressed('Dates');
  const today = await page.getByLabel('To', { exact: true }).inputValue();
  await page.getByLabel('From', { exact: true }).fill(today);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(`/admin/analytics?from=${today}&to=${today}`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('region', { name: 'Views and visitors by hour' })).toBeVisible();
  await expect(item(page, 'Entry Pages', '/')).not.toHaveCount(0);
  await expect(page.locator('dl > div').filter({ hasText: 'Views per session' }).locator('dd')).toHaveText(/^\d+\.\d$/);
  await page.getByLabel('From', { exact: true }).fill('2999-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The start date must not be in the future.');
  await page.reload();
  await pressed('Dates');
  await page.goBack();
  await pressed('By day');
  await expect(page.getByLabel('From', { exact: true })).not.toHaveValue(today);
});

test('the chart keeps its place while it comes', nightly, async ({ page }) => {
  await signIn(page);
  await stored(page, '/', 1);
  let serve = () => {};
  const released = new Promise<void>((done) => (serve = done));
  await page.route('**/api/analytics/series*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin/analytics');
  const below = page.getByText('Days and hours are UTC.');
  await expect(page.getByRole('status', { name: 'Loading visits...' })).toBeVisible();
  // Not its width, which a typeface that comes late changes.
  const place = async () => {
    const box = await below.boundingBox();
    return { x: box?.x, y: box?.y };
  };
  const before = await place();
  serve();
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  expect(await place()).toEqual(before);
});

test('is usable on a phone, and by keyboard', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await stored(page, `/reviews/1?utm_campaign=${'a-very-long-name-'.repeat(20)}`, 2);
  for (const query of ['?from=2024-02-28&to=2024-03-01', '', '?view=table&range=30d&by=hour']) {
    await page.goto(`/admin/analytics${query}`);
    await expect(page.getByRole('table', { name: 'Recent Activity (Last 30 Events)' })).toBeVisible();
    expect(await overflow(page)).toBe(0);
  }
  await page.getByRole('button', { name: '90 days' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/analytics?view=table&range=90d');
  await expect(page.getByRole('group', { name: 'Interval' })).toBeHidden(); // 90 days are only shown by day
  await page.getByRole('button', { name: '90 days' }).press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Dates' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show as chart' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Views and visitors by day' })).toBeFocused();
});
