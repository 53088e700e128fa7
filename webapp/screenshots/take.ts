// Takes the pictures in this folder from the demo site, as WebP, small enough to be committed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { serverUrl } from '../e2e/fixtures';

const pictures = [
  { name: 'home', path: '/', width: 1280, height: 1240 },
  { name: 'home-dark', path: '/', width: 1280, height: 1240, dark: true },
  { name: 'review', path: '/reviews/14', width: 1280, height: 1240 },
  { name: 'category', path: '/category/industrial', width: 1280, height: 1240 },
  { name: 'article', path: '/tech-articles/1', width: 1280, height: 1240 },
  { name: 'phone-home', path: '/', width: 390, height: 844 },
  { name: 'phone-review-dark', path: '/reviews/14', width: 390, height: 844, dark: true },
];

for (const { name, path, width, height, dark } of pictures) {
  test(name, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(serverUrl() + path, { waitUntil: 'networkidle' });
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
    await writeFile(join(import.meta.dirname, `${name}.webp`), Buffer.from(data, 'base64'));
    await context.close();
  });
}
