// What a phone loads for a page on the first visit, in bytes of bodies as they are sent (1 KB = 1024). The browser is told that the
// connection is slow. It then loads pictures from further down, three on the home page, as it otherwise does only on a busy machine.
import { brotliCompressSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import config from '../playwright.config';
import { copiesMade } from '../measure/copies';
import { loadedKinds, phone } from '../measure/loaded';
import { escape, nightly } from './fixtures';
import { siteOf } from './start-server';

const { launchOptions } = config.use ?? {};
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--force-effective-connection-type=3G'] } });

/** Returns how many bytes a text takes as it is sent. */
const compressed = (text: string) => brotliCompressSync(text).length;

/** Waits until the app is at work, the browser has nothing to do, and all that is in the page has come. */
async function whole(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0 && document.readyState === 'complete');
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await page.evaluate(() => document.fonts.ready);
}

/** The most KB of each kind. */
const limits = { all: 195, 'all but pictures': 165, scripts: 101, styles: 12, fonts: 42, pictures: 30 };

for (const deviceScaleFactor of [2, 3]) {
  test(
    `the home page is light on a phone with ${deviceScaleFactor} pixels to a CSS pixel`,
    deviceScaleFactor === 2 ? {} : nightly,
    async ({ browser }) => {
      const context = await browser.newContext({ ...phone, deviceScaleFactor, baseURL: siteOf(import.meta.filename).address });
      await copiesMade(context.request);
      const page = await context.newPage();
      const loaded = loadedKinds(page);
      await page.goto('/');
      await whole(page);
      const bytes = await loaded.bytes();
      // Styles come with the document.
      const text = await page.evaluate(() => [...document.querySelectorAll('style')].map((style) => style.textContent).join(''));
      const styles = compressed(text);
      bytes.styles = styles;
      bytes.document = (bytes.document ?? 0) - styles;
      const { pictures, ...others } = bytes;
      const rest = Object.values(others).reduce((sum, n) => sum + n, 0);
      const sizes = { ...bytes, pictures: pictures ?? 0, 'all but pictures': rest, all: rest + (pictures ?? 0) };
      for (const [kind, most] of Object.entries(limits)) {
        const size = sizes[kind as keyof typeof sizes] ?? 0;
        expect.soft(size / 1024, `KB of ${kind}`).toBeLessThanOrEqual(most);
        expect.soft(size, kind).toBeGreaterThan(0);
      }
      await context.close();
    },
  );
}

test('a review is light on a phone, with all that a click on it loads', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, baseURL: siteOf(import.meta.filename).address });
  await context.grantPermissions(['clipboard-write']);
  await copiesMade(context.request);
  const page = await context.newPage();
  const loaded = loadedKinds(page);
  await page.goto('/reviews/1');
  await whole(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link Copied').first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click();
  await escape(page.getByRole('dialog'));
  await page.getByRole('link', { name: /^See all changes/ }).click();
  await expect(page).toHaveTitle(/history/i);
  const sum = Object.values(await loaded.bytes()).reduce((all, n) => all + n, 0);
  expect(sum / 1024, 'KB').toBeLessThanOrEqual(300);
  await context.close();
});

test('letters that the first screen rarely needs come in files of their own', nightly, async ({ browser }) => {
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
