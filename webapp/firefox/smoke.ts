// The public screens, the editor, an API key and an outage in Firefox: above all what other browsers do otherwise.
import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { launch, password } from '../e2e/start-server';
import { field, fill, heading, hides, openFirefox, openPage, press, shows, visit } from './browser';

let browser: Browser;
let server: Awaited<ReturnType<typeof launch>>;
let context: BrowserContext;
let page: Page;
let complaints: string[];

test.beforeAll(async () => {
  [browser, server] = await Promise.all([openFirefox(), launch()]);
});
test.afterAll(async () => {
  await Promise.all([browser.close(), server.stop()]);
});

test.beforeEach(async () => {
  complaints = [];
  ({ page, context } = await openPage(browser, complaints));
});
test.afterEach(async () => {
  if (test.info().error) await page.screenshot({ path: test.info().outputPath('page.png') });
  await context.close();
  expect(complaints, 'nothing in the console').toEqual([]);
});

const at = (path: string) => server.address + path;

async function signIn(): Promise<void> {
  await visit(page, at('/admin-login'));
  await fill(page, 'Username', 'admin');
  await fill(page, 'Password', password);
  await page.keyboard.press('Enter');
  await heading(page, 'Dashboard');
}

test('readers’ screens', async () => {
  for (const [path, name] of [
    ['/', /./],
    ['/reviews', 'All Reviews'],
    ['/reviews/14', /./],
    ['/corrections', 'Corrections'],
    ['/contact', 'Contact'],
  ] as const) {
    await visit(page, at(path));
    await heading(page, name);
    for (const width of [1280, 390]) {
      await page.setViewport({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(beyond, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('the header’s search', async () => {
  await visit(page, at('/'));
  await page.keyboard.press('/');
  await page.keyboard.type('Tarnholt');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('Tarnholt'));
  const links = () => page.evaluate(() => [...document.querySelectorAll('main a')].map(({ textContent }) => textContent).join('\n'));
  await expect.poll(links).toContain('Tarnholt Slate 14');
});

test('a review’s contents follow the reader', async () => {
  await visit(page, at('/reviews/14'));
  const row = await page.waitForSelector('nav[aria-label="In this review"] ol');
  const [bar, beyond] =
    (await row?.evaluate((e) => [(e as HTMLElement).offsetHeight - e.clientHeight, e.scrollWidth - e.clientWidth])) ?? [];
  expect(bar, 'the height of a scrollbar').toBe(0);
  expect(beyond).toBeGreaterThan(0);
  await page.evaluate(() => document.getElementById('pros-and-cons')?.scrollIntoView());
  await expect
    .poll(() =>
      row?.evaluate((e) => {
        const [current, whole] = [e.querySelector('[aria-current]'), e.getBoundingClientRect()];
        const place = current?.getBoundingClientRect();
        const visible = !!place && place.left >= whole.left && place.right <= whole.right;
        return { current: current?.textContent, visible, faded: (e as HTMLElement).style.maskImage.includes('2rem') };
      }),
    )
    .toEqual({ current: 'Pros and Cons', visible: true, faded: true });
});

test('a screen whose code is asked for offline', async () => {
  await visit(page, at('/terms'));
  await page.setOfflineMode(true);
  await press(page, 'a', 'Contact');
  await shows(page, /You're offline/);
  await heading(page, 'Terms of Service');
  await page.setOfflineMode(false);
  await heading(page, 'Contact', 4_000);
  await hides(page, /You're offline/);
  expect(new URL(page.url()).pathname).toBe('/contact');
});

test('the dashboard’s palette', async () => {
  await signIn();
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field(page, 'Title');
  expect(new URL(page.url()).pathname).toBe('/admin/articles/new');
});

test('a review is written, saved, published and read', async () => {
  const title = 'A lamp whose title is so long that no column of an editor has room for it in a single line, nor perhaps in two';
  await signIn();
  await press(page, 'button', 'Add Review');
  await fill(page, 'Review Title', title);
  const { lines, hidden } = await (
    await field(page, 'Review Title')
  ).evaluate((e) => ({
    lines: e.clientHeight / parseFloat(getComputedStyle(e).lineHeight),
    hidden: e.scrollHeight - e.clientHeight,
  }));
  expect(lines).toBeGreaterThan(2);
  expect(hidden).toBeLessThanOrEqual(1);
  await fill(page, 'Product Name', 'Lamp');
  await fill(page, 'Brand', 'Lumen');
  await fill(page, 'Author', 'Ada');
  await page.click('.cm-content');
  await page.keyboard.type('It **shines**.');
  await fill(page, 'Rating', '4,3x');
  await page.keyboard.press('Tab');
  await shows(page, 'Enter a number');
  await press(page, 'button', 'Publish…');
  await press(page, 'button', 'Publish now');
  await hides(page, 'Publish now');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), 'nothing is published').toBe('true');

  await fill(page, 'Rating', '4,3');
  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  await shows(page, /Saved \d+:\d\d/);
  await press(page, 'button', 'Publish…');
  await press(page, 'button', 'Publish now');
  await press(page, 'button', 'View review');
  await heading(page, title);
  expect(await page.evaluate(() => document.querySelector('main strong')?.textContent)).toBe('shines');
  expect(await page.evaluate(() => document.querySelector('[aria-label="Rated 4.3 out of 5"]'))).not.toBeNull();
});

test('a key is made of a whole date, not of half of one', async () => {
  await signIn();
  await page.goto(at('/admin/api'));
  await press(page, 'button', 'Create API Key');
  await fill(page, 'Name', 'Importer');
  const expires = await field(page, 'Expiration date (optional)');
  await expires.focus();
  await page.keyboard.type('12');
  await press(page, 'button', 'Create Key');
  await shows(page, 'Enter a complete date, or clear the field');
  await expires.focus();
  await page.keyboard.type('12312099');
  await press(page, 'button', 'Create Key');
  await shows(page, 'API Key Created');
  await press(page, 'button', 'Done');
  await shows(page, 'December 31, 2099');
});
