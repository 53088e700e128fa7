// The admin list with 2,000 reviews, on a server of its own: no list renders more than a page, and what the interactions took,
// by the browser's own event timing, is noted in the report.
import { expect as baseExpect, request as requests, type Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { launch, password } from './start-server';

const reviews = 2000;
const pageSize = 10;

const words = 'a quiet laptop with keys that click and a screen which never tires the eye in any light whatever'.split(' ');

/** About 6 KB of text. */
const text = (seed: number) => Array.from({ length: 1100 }, (_, i) => words[(seed * 7 + i * i) % words.length]).join(' ');

/** Makes the reviews as a bot does; a key may make a thousand an hour. */
async function seed(address: string): Promise<void> {
  const admin = await requests.newContext({ baseURL: address });
  baseExpect((await admin.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
  for (let first = 1; first <= reviews; first += 1000) {
    const made = await admin.post('/api/admin/api-keys', { data: { name: `seed ${first}`, permissions: ['create_reviews'] } });
    const { apiKey } = (await made.json()) as { apiKey: string };
    const items = Array.from({ length: 1000 }, (_, i) => ({
      productName: `Product ${first + i}`,
      productBrand: `Brand ${i % 40}`,
      categoryId: 1 + (i % 4),
      title: `${words[(i * 13) % words.length]} ${words[(i * 5) % words.length]} ${first + i}`,
      content: text(first + i),
      rating: 1 + (i % 41) / 10,
      authorName: ['Ada Lark', 'Bo Ruiz', 'Cy Oyelaran'][i % 3],
      isPublished: i % 5 !== 0,
      isFeatured: i % 50 === 0,
    }));
    const answer = await admin.post('/api/bot/reviews/bulk', { data: { reviews: items }, headers: { 'X-API-Key': apiKey }, timeout: 60_000 });
    baseExpect(answer.status(), await answer.text()).toBe(200);
  }
  await admin.dispose();
}

interface Took {
  name: string;
  /** From the event to the next frame painted, in milliseconds, the slowest; 0: less than the 16 the browser tells. */
  event: number;
  /** From the event until the list showed what was asked for. */
  shown: number;
}

/** Notes how long the browser's events and long tasks took from now on. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) seen.push(e.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

test('with 2,000 reviews a page is all that is rendered', async ({ page, expectHost }, info) => {
  test.setTimeout(120_000);
  const server = await launch({ demo: false });
  try {
    expectHost(new URL(server.address).host);
    await seed(server.address);
    await page.request.post(`${server.address}/api/admin/login`, { data: { username: 'admin', password } });
    await page.addInitScript(() => {
      localStorage.setItem('candor-admin', 'authenticated');
      localStorage.setItem('candor-admin-login-time', String(Date.now()));
    });
    await watch(page);
    const rows = page.getByRole('table', { name: 'reviews' }).getByRole('row');
    const status = page.getByText(/^[\d,]+–[\d,]+ of [\d,]+ reviews?$/);
    const took: Took[] = [];

    /** Does something, waits until the list says what it should, and notes both times. */
    const measure = async (name: string, act: () => Promise<unknown>, said: RegExp, shows = said) => {
      await page.evaluate(() => ((window as unknown as { seen: number[] }).seen.length = 0));
      const shown = page.evaluate(
        (pattern) =>
          new Promise<number>((done) => {
            let from = 0;
            for (const type of ['keydown', 'pointerdown', 'change']) addEventListener(type, (e) => (from ||= e.timeStamp), { capture: true, once: true });
            const look = () => {
              if (from > 0 && new RegExp(pattern).test(document.querySelector('main')?.innerText ?? '')) done(performance.now() - from);
              else requestAnimationFrame(look);
            };
            look();
          }),
        shows.source,
      );
      await act();
      await expect(status.first()).toHaveText(said);
      const ms = await shown;
      await page.waitForTimeout(100); // the observer is told after the frame
      const event = await page.evaluate(() => Math.max(0, ...(window as unknown as { seen: number[] }).seen));
      took.push({ name, event, shown: Math.round(ms) });
      expect(await rows.count()).toBeLessThanOrEqual(1 + pageSize);
    };

    await page.goto(`${server.address}/admin/reviews`);
    await expect(status.first()).toHaveText('1–10 of 2,000 reviews');
    await expect(rows).toHaveCount(1 + pageSize);
    const pager = page.getByRole('navigation', { name: 'Pages of reviews' });
    await measure('next page', () => pager.getByRole('button', { name: 'Next' }).click(), /11–20 of 2,000/);
    await measure('page 4', () => pager.getByRole('button', { name: 'Page 4' }).click(), /31–40 of 2,000/);
    await measure('category', () => page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 }), /1–10 of 500/);
    await measure('featured', () => page.getByRole('combobox', { name: 'Featured' }).selectOption('Featured'), /1–10 of 20 reviews/);
    await measure('all categories', () => page.getByRole('combobox', { name: 'Category' }).selectOption(''), /1–10 of 40/);
    await measure('all reviews', () => page.getByRole('combobox', { name: 'Featured' }).selectOption(''), /1–10 of 2,000/);
    await measure('sort by product', () => page.getByRole('columnheader', { name: 'Product' }).getByRole('button').click(), /1–10 of 2,000/, /Product 1000/);
    await measure('typing 4 letters', () => page.getByRole('searchbox', { name: 'Search reviews' }).pressSequentially('1234', { delay: 30 }), /1–1 of 1 review/);
    await measure('clearing', () => page.getByRole('button', { name: 'Clear search' }).click(), /1–10 of 2,000/);
    await measure('searching the texts', () => page.getByRole('searchbox', { name: 'Search reviews' }).pressSequentially('tires', { delay: 30 }), /of (?!2,000)[\d,]+ reviews/);
    await measure('clearing again', () => page.getByRole('button', { name: 'Clear search' }).click(), /1–10 of 2,000/);

    await page.getByRole('checkbox', { name: 'Select all reviews on this page' }).click();
    await expect(page.getByRole('group', { name: 'Selected reviews' })).toContainText('10 reviews selected');
    await page.evaluate(() => ((window as unknown as { seen: number[] }).seen.length = 0));
    await page.getByRole('group', { name: 'Selected reviews' }).getByRole('button', { name: 'Feature', exact: true }).click();
    await expect(page.getByRole('region', { name: /Notification/ })).toContainText(/\d+ reviews featured/);
    took.push({ name: 'bulk of 10', event: await page.evaluate(() => Math.max(0, ...(window as unknown as { seen: number[] }).seen)), shown: 0 });
    await expect(rows).toHaveCount(1 + pageSize);

    for (const t of took) info.annotations.push({ type: t.name, description: `${t.event} ms to the next frame, ${t.shown} ms until shown` });
  } finally {
    await page.close(); // it asks every few seconds
    await server.stop();
  }
});
