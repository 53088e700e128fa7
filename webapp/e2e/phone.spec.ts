// What readers see of the site on a phone: how long Home is, how much of the text is covered, and large text; and reviews on paper.
import { signIn } from './editing';
import { expect, interactive, nightly, overflow, test } from './fixtures';

const phone = { width: 390, height: 844 };

test.use({ viewport: phone });

test('Home is at most eight screens long', async ({ page }) => {
  await page.goto('/');
  await interactive(page);
  await expect(page.getByRole('heading', { name: 'Latest Tech Articles' })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(8 * phone.height);
});

test('header, contents and tray cover at most 12 % of the screen while a review is read, in either direction', async ({ page }) => {
  await page.goto('/reviews/5');
  await interactive(page);
  await page
    .getByRole('button', { name: /^Compare / })
    .first()
    .click();
  await page.goto('/reviews/14');
  await interactive(page);
  await page.getByRole('button', { name: 'Compare Tarnholt Slate 14' }).click();
  const compare = page.getByRole('region', { name: 'Products to compare' }).getByRole('link', { name: 'Compare', exact: true });
  await expect(compare).toBeInViewport({ ratio: 1 });
  const covered = () =>
    page.evaluate(() => {
      const bars = 'header[data-shell], [data-contents], section[aria-label="Products to compare"]';
      const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
      return rows.filter((element) => element?.closest(bars)).length;
    });
  const menu = page.getByRole('button', { name: 'Open menu' });
  await page.mouse.wheel(0, 3000);
  await expect(menu).not.toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'In this review' })).toBeInViewport();
  expect(await covered()).toBeLessThanOrEqual(0.12 * phone.height);
  await page.mouse.wheel(0, -300);
  await expect(menu).toBeInViewport({ ratio: 1 });
  expect(await covered()).toBeLessThanOrEqual(0.12 * phone.height);
  // The keyboard finds the contents, which the header leaves free.
  await page.getByRole('navigation', { name: 'In this review' }).getByRole('link').first().focus();
  await expect(menu).not.toBeInViewport();
  await menu.focus();
  await expect(menu).toBeInViewport({ ratio: 1 });
});

test('a toast is above the tray', nightly, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await page.goto('/reviews/14');
  await interactive(page);
  await page.getByRole('button', { name: 'Compare Tarnholt Slate 14' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = await page.locator('[data-variant]').filter({ hasText: 'Link Copied' }).boundingBox();
  const tray = await page.getByRole('region', { name: 'Products to compare' }).boundingBox();
  expect((toast?.y ?? NaN) + (toast?.height ?? NaN)).toBeLessThanOrEqual(tray?.y ?? NaN);
});

test('with text twice as large nothing scrolls sideways, and the header keeps its buttons', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/404.*\/nothing/);
  const lists = ['/', '/reviews', '/reviews?search=quiet', '/category/computers', '/tags/laptop', '/corrections', '/compare?reviews=14,5'];
  const items = ['/reviews/14', '/reviews/14/history', '/tech-articles/1'];
  for (const path of [...lists, ...items, '/contact', '/office-tools', '/admin-login', '/docs', '/nothing']) {
    await page.goto(path);
    await interactive(page);
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
    const header = page.getByRole('banner');
    for (const name of ['Open menu', /^Switch to/]) await expect(header.getByRole('button', { name }), path).toBeInViewport({ ratio: 1 });
  }
});

test('with text twice as large nothing of the dashboard scrolls sideways', nightly, async ({ page }) => {
  await signIn(page);
  const tabs = ['reviews', 'articles', 'pages', 'media', 'messages', 'analytics', 'api', 'activity', 'reviews/14/edit'];
  const settings = ['site', 'navigation', 'publication', 'privacy', 'account', 'appearance', 'authors', 'categories', 'tags'];
  for (const path of [...tabs, ...settings.map((name) => `settings/${name}`)]) {
    await page.goto(`/admin/${path}`);
    await expect(page.locator('main :is(h2, h3)').first()).toBeVisible();
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count(), path).toBe(0);
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test('a review prints whole: signs, scores and addresses as text, and nothing that stands in the window', async ({ page }) => {
  await page.goto('/reviews/14');
  await interactive(page);
  await page.getByRole('button', { name: 'Compare Tarnholt Slate 14' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Products to compare' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  const before = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element, '::before').content);
  expect(await before('[data-sign="+"]')).toContain('+');
  expect(await before('[data-sign="−"]')).toContain('−');
  const shop = page.getByRole('link', { name: /^Buy on AliExpress/ });
  expect(await shop.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('https://example.com/aliexpress/slate-14');
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages?.length).toBeLessThanOrEqual(6);
});
