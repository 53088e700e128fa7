// Lists that readers narrow, order and turn the pages of: the address is the state, and nothing needs a script. They are seen on a site of
// their own, with more items than a page has.
import { request as requests } from '@playwright/test';
import { expect, interactive, nightly, overflow, test as base } from './fixtures';
import { launch, password } from './start-server';

const site: { address: string; stop: () => Promise<void> } = { address: '', stop: () => Promise.resolve() };

const test = base.extend({
  baseURL: async ({}, use) => use(site.address),
  hosts: async ({}, use) => use([new URL(site.address).host]),
});

test.describe.configure({ mode: 'default' });

/** 60 reviews: 12 of Acme, 48 of Bolt; scores from 3 to 5, prices from $100, a quarter in each category; and 26 articles. */
async function seed(): Promise<void> {
  const admin = await requests.newContext({ baseURL: site.address });
  expect((await admin.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
  const made = await admin.post('/api/admin/api-keys', { data: { name: 'seed', permissions: ['create_reviews'] } });
  const { apiKey } = (await made.json()) as { apiKey: string };
  const reviews = Array.from({ length: 60 }, (_, i) => ({
    productName: `Product ${i}`,
    productBrand: i % 5 === 0 ? 'Acme' : 'Bolt',
    productPrice: 100 + i * 10,
    categoryId: 1 + (i % 4),
    title: `Review number ${i}`,
    content: 'It does what it says.',
    rating: 3 + (i % 21) / 10,
    tags: i % 10 === 0 ? ['Quiet'] : [],
    authorName: 'Ada Lark',
    isPublished: true,
  }));
  const answer = await admin.post('/api/bot/reviews/bulk', { data: { reviews }, headers: { 'X-API-Key': apiKey } });
  expect(answer.status(), await answer.text()).toBe(200);
  for (let i = 0; i < 26; i++) {
    const article = {
      title: `Article number ${i}`,
      content: 'Its minutes.',
      category: i % 2 === 0 ? 'AI' : 'Startup',
      tags: i === 0 ? ['Quiet'] : [],
      authorName: 'Ada Lark',
      isPublished: true,
    };
    expect((await admin.post('/api/news', { data: article })).status()).toBe(201);
  }
  await admin.dispose();
}

test.beforeAll(async () => {
  Object.assign(site, await launch({ demo: false }));
  await seed();
});

test.afterAll(() => site.stop());

const phone = { width: 390, height: 844 };

test('a list is narrowed and ordered, and the address says how', async ({ page }) => {
  await page.goto('/reviews?page=2');
  await interactive(page);
  const head = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(head).toHaveText('60 reviews, page 2 of 3');
  const brand = page.getByRole('combobox', { name: 'Brand' });
  expect(await brand.getByRole('option').allTextContents()).toEqual(['All brands', 'Bolt (48)', 'Acme (12)']);

  await brand.focus(); // as it is when a reader chooses
  await brand.selectOption('acme');
  await expect(page).toHaveURL(/\/reviews\?brand=acme$/);
  await expect(head).toHaveText('12 reviews');
  await expect(head).toHaveAttribute('aria-live', 'polite');
  await expect(brand).toBeFocused(); // the next choice may follow
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(12);
  await expect(page.getByRole('combobox', { name: 'Category' }).getByRole('option').nth(1)).toHaveText(/ \(3\)$/);

  await page.getByRole('combobox', { name: 'Score' }).selectOption('4.5');
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Lowest price');
  await expect(page).toHaveURL(/\/reviews\?brand=acme&minScore=4.5&sort=price$/);
  const titles = () => page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();
  await expect.poll(titles).toEqual(['Review number 15', 'Review number 20', 'Review number 40']);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, follow');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/reviews$/);

  await page.reload();
  await expect.poll(titles).toEqual(['Review number 15', 'Review number 20', 'Review number 40']);
  await expect(page.getByRole('combobox', { name: 'Score' })).toHaveValue('4.5');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/reviews\?brand=acme$/);
  await expect(head).toHaveText('12 reviews');
});

test('pages are links, and Back returns to the page and the place before', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (r) => {
    if (/\/api\/(?!track)/.test(r.url())) calls.push(r.url());
  });
  for (const path of ['/reviews?page=3', '/category/computers?tag=quiet', '/tech-articles?page=2']) {
    await page.goto(path);
    await interactive(page);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    expect(calls, `${path} comes whole`).toEqual([]);
  }
  await page.goto('/reviews');
  await interactive(page);
  const head = page.getByRole('main').getByRole('heading', { level: 2 });
  const pages = page.getByRole('navigation', { name: 'Pages of reviews' });
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24);
  await expect(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await expect(pages.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  expect(await page.locator('link[rel=next]').getAttribute('href')).toMatch(/\/reviews\?page=2$/);
  const next = pages.getByRole('link', { name: 'Next' });
  await next.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  await next.click();
  await expect(page).toHaveURL(/\/reviews\?page=2$/);
  await expect(head).toHaveText('60 reviews, page 2 of 3');
  await expect(head).toBeFocused();
  await expect(head).toBeInViewport();
  await expect(page).toHaveTitle('All Reviews, page 2 | Candor');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/reviews\?page=2$/);
  await expect(page.locator('link[rel=prev]')).toHaveAttribute('href', /\/reviews$/);
  await expect(page.locator('link[rel=next]')).toHaveAttribute('href', /\/reviews\?page=3$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(head).toHaveText('60 reviews');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await expect(page).toHaveTitle('All Reviews | Candor');
  await expect(page.locator('link[rel=prev]')).toHaveCount(0);

  await page.goForward();
  await page.reload();
  await expect(head).toHaveText('60 reviews, page 2 of 3');
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(12);
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0);
  await pages.getByRole('link', { name: 'Page 1' }).click();
  await expect(page).toHaveURL(/\/reviews$/);
});

test('on phones the filters are in a sheet', nightly, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/reviews?minScore=4');
  await interactive(page);
  const sheet = page.getByRole('group', { name: 'Filters' });
  await expect(sheet).toBeHidden();
  const button = page.getByRole('button', { name: 'Filters (1)' });
  await button.click();
  await expect(sheet).toBeVisible();
  await sheet.getByRole('combobox', { name: 'Brand' }).selectOption('acme');
  await expect(page).toHaveURL(/\/reviews\?brand=acme&minScore=4$/);
  await expect(sheet).toBeVisible(); // for the next choice
  await sheet.getByRole('button', { name: /^Show \d reviews$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the lists work by keyboard', nightly, async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/reviews');
  await interactive(page);
  const button = page.getByRole('button', { name: 'Filters' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close filters' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Filters' })).toBeHidden();
  await expect(button).toBeFocused();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('combobox', { name: 'Category' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews\?category=/);
  await page.getByRole('link', { name: 'Clear all' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeFocused();
  await page.getByRole('link', { name: 'Page 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('60 reviews, page 2 of 3');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Tab'); // from where the list begins
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeFocused();
});

test('a reader who goes on before the list is drawn keeps the place', nightly, async ({ page }) => {
  await page.goto('/reviews?brand=acme');
  await interactive(page);
  const clear = page.getByRole('link', { name: 'Clear all' });
  await page.getByRole('combobox', { name: 'Score' }).evaluate((select: HTMLSelectElement) => {
    select.value = '4';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    Array.from(document.querySelectorAll('a'))
      .find((link) => link.textContent === 'Clear all')
      ?.focus();
  });
  await expect(page).toHaveURL(/brand=acme&minScore=4$/);
  await expect(page.getByRole('link', { name: /^Remove filter Score/ })).toBeVisible();
  await expect(clear).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form narrows and orders, chips and pages are links, and the sheet opens on phones', nightly, async ({ page }) => {
    await page.goto('/reviews');
    await page.getByRole('combobox', { name: 'Brand' }).selectOption('Bolt (48)');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Highest score');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/brand=bolt.*sort=score/);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('48 reviews');
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('bolt');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/\/reviews\?brand=bolt&sort=score&page=2$/);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('48 reviews, page 2 of 2');
    await page.getByRole('link', { name: 'Remove filter Brand: Bolt' }).click();
    await expect(page).toHaveURL(/\/reviews\?sort=score$/);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('60 reviews');

    await page.setViewportSize(phone);
    await page.goto('/category/computers');
    const sheet = page.getByRole('group', { name: 'Filters' });
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
    await sheet.getByRole('combobox', { name: 'Brand' }).selectOption('acme');
    await sheet.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/category\/computers\?brand=acme/);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('Reviews (3)');
  });
});
