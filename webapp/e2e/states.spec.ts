// Screens while they load, without content and after a failure; and the work of a link before it
// is pressed.
import type { Page } from '@playwright/test';
import { expect, overflow, test, visit } from './fixtures';

const never = () => new Promise<void>(() => undefined);

test('what is loading holds its place', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const { path, api, label } of [
    { path: '/reviews', api: '**/api/reviews?*', label: 'Loading reviews...' },
    { path: '/category/gadgets', api: '**/api/reviews?*', label: 'Loading reviews...' },
    { path: '/tech-articles', api: '**/api/news?*', label: 'Loading tech articles...' },
  ]) {
    await page.route(api, never);
    await visit(page, path);
    await expect(page.getByRole('status', { name: label }).locator('[data-skeleton=card]'), path).toHaveCount(6);
  }
  await page.route('**/api/reviews/2', never);
  await visit(page, '/reviews/2');
  await expect(page.getByText('Loading review...')).toBeVisible();
});

test('where nothing is there yet, the page says so', async ({ page }) => {
  for (const { path, api, texts } of [
    { path: '/reviews', api: '**/api/reviews?*', texts: ['No reviews found', 'No reviews available at the moment.'] },
    { path: '/category/gadgets', api: '**/api/reviews?*', texts: ['No Reviews Yet', 'Reviews (0)'] },
    { path: '/tech-articles', api: '**/api/news?*', texts: ['No tech articles yet'] },
    { path: '/', api: '**/api/reviews?*', texts: ['No featured reviews yet'] },
    { path: '/corrections', api: '**/api/corrections?*', texts: ['No corrections yet'] },
  ]) {
    await page.route(api, (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }));
    await visit(page, path);
    for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('a failure is told, and trying again helps', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 503/);
  for (const { path, api } of [
    { path: '/reviews/1', api: '**/api/reviews/1' }, // before the lists, whose links fetch what the pointer comes near
    { path: '/tech-articles/1', api: '**/api/news/1' },
    { path: '/reviews', api: '**/api/reviews?*' },
    { path: '/tech-articles', api: '**/api/news?*' },
  ]) {
    await page.route(api, (route) => route.fulfill({ status: 503, json: { message: 'away' } }));
    await visit(page, path);
    await expect(page.getByRole('alert'), path).toContainText('could not be loaded');
    await page.unroute(api);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('article').first(), path).toBeVisible();
    await expect(page.getByRole('alert'), path).toHaveCount(0);
  }
});

test('a link fetches what lies behind it when the pointer comes near', async ({ page }) => {
  await page.goto('/about');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (r) => asked.push(new URL(r.url()).pathname));
  await page.getByRole('banner').getByRole('link', { name: 'Tech Articles' }).hover();
  await expect.poll(() => asked).toContain('/api/news');
  await expect.poll(() => asked.some((path) => /\/assets\/articles-.*\.js$/.test(path))).toBe(true);
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await page.getByRole('banner').getByRole('link', { name: 'Tech Articles' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(asked.filter((path) => path === '/api/news' || path.startsWith('/assets/articles-'))).toEqual([]);
});

test('a reload keeps the reader’s place', async ({ page }) => {
  await page.goto('/reviews');
  await page.getByRole('link', { name: /^Read Review/ }).last().scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200);
});

/** Moves the pointer over links of the footer until all that lies behind them has come. Links listen once the page's script runs. */
async function cameNear(page: Page, ...names: string[]) {
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  for (const name of names) {
    const address = await link(name).getAttribute('href');
    await expect(async () => {
      await page.getByRole('banner').hover();
      await link(name).hover();
      expect((await fetched()).join()).toContain(`/assets${address}-`);
    }).toPass();
  }
  await page.waitForLoadState('networkidle');
}

test('visits made offline are sent when the network is back, each once', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const ids: string[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/track')) return;
    const body = request.postDataJSON() as { events?: { id: string }[] } & { id: string };
    ids.push(...(body.events ?? [body]).map((view) => view.id));
  });
  const pending = () => page.evaluate(() => (JSON.parse(localStorage.getItem('candor-pending-views') ?? '[]') as { page: string }[]).map((view) => view.page));
  await page.goto('/about');
  await cameNear(page, 'Terms of Service', 'Privacy Policy'); // their code is there before the network goes
  await expect.poll(pending).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(pending).toEqual(['/terms', '/privacy']);
  await context.setOffline(false);
  await expect.poll(pending).toEqual([]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

test('a screen whose code can’t be fetched keeps what was read, and header and footer lead on', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/about');
  await cameNear(page, 'Privacy Policy');
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('alert')).toContainText("You're offline");
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await context.setOffline(false);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
});

test('a browser that asks not to be tracked is not', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  let asked = 0;
  page.on('request', (r) => (asked += r.url().endsWith('/api/track') ? 1 : 0));
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(0);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test('toasts are shown one at a time, and leave by themselves', async ({ page, expectComplaint }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expectComplaint(/status of 503/);
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: { message: 'away' } }));
  await page.goto('/contact');
  await page.getByLabel('Full Name').fill('Ada');
  await page.getByLabel('Email Address').fill('ada@example.org');
  await page.getByLabel('Subject').fill('A slip');
  await page.getByLabel('Message').fill('On page three.');
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.click();
  await expect(page.locator('[data-variant=destructive]')).toHaveCount(1);
  await send.click();
  await expect(send).toBeEnabled();
  await expect(page.locator('[data-variant]')).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(page.locator('[data-variant]')).toHaveCount(0);
});

test('with reduced motion nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toHaveCSS('animation-name', 'slide-in');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(menu).toHaveCSS('animation-name', 'none');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const moving = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    return document.getAnimations().length;
  });
  expect(moving, 'transitions that a change of the theme has started').toBe(0);
});

test('every social link of the footer leads somewhere, and none is asked by itself', async ({ page }) => {
  await page.goto('/about');
  const social = page.getByRole('list', { name: 'Follow us' }).getByRole('link');
  await expect(social).toHaveText(['Mastodon', 'Bluesky', 'YouTube', 'Feed']);
  for (const link of await social.all()) expect(await link.getAttribute('href')).toMatch(/^(https:\/\/|\/)\w+/);
});
