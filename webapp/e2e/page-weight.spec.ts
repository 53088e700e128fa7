// What a phone loads for the home page when it comes for the first time, in bytes of bodies as they are sent (1 KB = 1024).
import { brotliCompressSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { copiesMade } from '../measure/copies';
import { loadedKinds, phone } from '../measure/loaded';
import { siteOf } from './start-server';

/** Returns how many bytes a text takes as it is sent. */
const compressed = (text: string) => brotliCompressSync(text).length;

/** Waits until the app is at work, the browser has nothing to do, and all that is in the page has come. */
async function whole(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0 && document.readyState === 'complete');
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await page.evaluate(() => document.fonts.ready);
}

/** The most KB of each kind. */
const limits = { 'all but pictures': 190, scripts: 95, styles: 12, fonts: 66, pictures: 100 };

test('the home page is light on a phone', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, baseURL: siteOf(import.meta.filename).address });
  await copiesMade(context.request);
  const page = await context.newPage();
  const loaded = loadedKinds(page);
  await page.goto('/');
  await whole(page);
  const bytes = await loaded.bytes();
  // Styles come with the document.
  const styles = compressed(await page.evaluate(() => [...document.querySelectorAll('style')].map((style) => style.textContent).join('')));
  bytes.styles = styles;
  bytes.document = (bytes.document ?? 0) - styles;
  const { pictures, ...others } = bytes;
  const sizes = { ...bytes, pictures: pictures ?? 0, 'all but pictures': Object.values(others).reduce((sum, n) => sum + n, 0) };
  for (const [kind, most] of Object.entries(limits)) {
    const size = sizes[kind as keyof typeof sizes] ?? 0;
    expect.soft(size / 1024, `KB of ${kind}`).toBeLessThanOrEqual(most);
    expect.soft(size, kind).toBeGreaterThan(0);
  }
  await context.close();
});

test('letters that the first screen rarely needs come in files of their own', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(siteOf(import.meta.filename).address);
  await whole(page);
  const files = async (text: string) => {
    const requested = page.waitForRequest((request) => request.resourceType() === 'font');
    await page.getByRole('heading', { level: 1 }).evaluate((heading, text) => (heading.textContent = text), text);
    return (await requested).url();
  };
  expect(await files('Café')).toContain('newsreader-accents');
  expect(await files('Łódź')).toContain('newsreader-latin-ext');
  await context.close();
});
