// Pictures as readers see them: the size that a place needs, captions and credits, and the lightbox.
import { drawn, make, reviewFields, signIn, unique } from './editing';
import { escape, expect, interactive, nightly, overflow, test } from './fixtures';
import type { APIRequestContext, Locator, Page } from '@playwright/test';

const note = 'Image used for illustration purposes only.';

/** Stores a picture of that size; returns its address. */
async function store(page: Page, width: number, height: number, described: object): Promise<string> {
  const file = await drawn(page, width, height, 'image/jpeg');
  const { id, url } = (await (
    await page.request.post('/api/admin/media', { data: { data: `data:image/jpeg;base64,${file.toString('base64')}` } })
  ).json()) as { id: string; url: string };
  expect((await page.request.patch(`/api/admin/media/${id}`, { data: described })).status()).toBe(200);
  return url;
}

/** A review with three pictures; the first and the second have a credit. */
async function reviewed(page: Page): Promise<{ id: number; title: string; pictures: string[] }> {
  const first = await store(page, 2400, 1600, { alt: 'The bench in the morning', caption: 'Our bench.', credit: 'Photo: Odile Marchbank' });
  const second = await store(page, 1000, 1600, { credit: 'Photo: Jun Abara', focalPoint: { x: 0.5, y: 0.9 } });
  const third = await store(page, 1300, 800, {});
  const title = unique('A camera');
  const { id } = await make(page.request, 'reviews', {
    ...reviewFields(title),
    imageUrls: [first, second, third],
    content: `One.\n\n![](${first})\n\nTwo.`,
  });
  return { id, title, pictures: [first, second, third] };
}

/** Removes the tests' review, which would be first in the site's lists. */
const drop = (request: APIRequestContext, id: number) => request.delete(`/api/reviews/${id}`);

/** Notes every shift of a picture on the pages to come. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: string[] };
    seen.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] })[]) {
        const pictures = entry.sources.flatMap(({ node }) =>
          node instanceof HTMLElement && node.matches('img, figure, :has(img)') ? [node.outerHTML.slice(0, 200)] : [],
        );
        if (!entry.hadRecentInput) seen.shifted.push(...pictures);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: string[] }).shifted);
}

/** The picture that the lightbox shows, once it is loaded. */
async function shown(dialog: Locator): Promise<{ source: string; width: number; height: number }> {
  const picture = dialog.getByRole('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy();
  return picture.evaluate((img: HTMLImageElement) => ({
    source: new URL(img.currentSrc).pathname,
    width: img.clientWidth,
    height: img.clientHeight,
  }));
}

test('a review’s pictures are enlarged one by one with the keyboard, with caption, credit or note', async ({ page }) => {
  await signIn(page);
  const { id, pictures } = await reviewed(page);
  const shifts = await watchShifts(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`/reviews/${id}`);
  await interactive(page);
  await expect(page.locator('figcaption')).toHaveText([
    'Our bench. Photo: Odile Marchbank',
    'Our bench. Photo: Odile Marchbank',
    'Photo: Jun Abara',
    note,
  ]);
  await expect(page.getByRole('link', { name: /^Image 2 of the .*, opens in a new tab$/ })).toHaveAttribute('href', pictures[1] ?? '');
  // The one that the head preloads is the one that is shown.
  const main = page.getByRole('img', { name: 'The bench in the morning' }).first();
  const source = await main.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
  expect(source).toMatch(/^\/media\/[0-9a-f]{64}\/800$/);
  expect(loaded.filter((path) => path === source)).toHaveLength(1);
  expect(loaded.filter((path) => path.includes('lightbox'))).toEqual([]);

  const button = page.getByRole('button', { name: 'Enlarge image 1' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Image 1 of 3');
  expect(loaded.filter((path) => path.includes('lightbox'))).toHaveLength(1);
  await expect(dialog.getByText('Our bench.')).toBeVisible();
  const { width, height } = await shown(dialog);
  expect(width / height).toBeCloseTo(1.5, 1);
  expect(Math.min(1280 - width, 800 - height)).toBeGreaterThanOrEqual(0);

  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName('Image 2 of 3');
  await expect(dialog.getByText('Photo: Jun Abara')).toBeVisible();
  const portrait = await shown(dialog);
  expect(portrait.width / portrait.height).toBeCloseTo(1000 / 1600, 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName('Image 1 of 3');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).toHaveAccessibleName('Image 3 of 3');
  await expect(dialog.getByText(note)).toBeVisible();
  await dialog.getByRole('button', { name: 'Previous image' }).click();
  await expect(dialog).toHaveAccessibleName('Image 2 of 3');
  await shown(dialog);
  await escape(dialog);
  await expect(button).toBeFocused();
  expect(await shifts()).toEqual([]);
  await drop(page.request, id);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

  test('a finger leads from one picture to the next', nightly, async ({ page }) => {
    await signIn(page);
    const { id } = await reviewed(page);
    const shifts = await watchShifts(page);
    await page.goto(`/reviews/${id}`);
    await interactive(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Enlarge image 2' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Image 2 of 3');
    expect((await shown(dialog)).width).toBeLessThanOrEqual(390);
    const devtools = await page.context().newCDPSession(page);
    const swipe = async (from: [number, number], to: [number, number]) => {
      const at = ([x, y]: [number, number]) => [{ x, y }];
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
      for (let i = 1; i <= 5; i++) {
        await devtools.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: at([from[0] + ((to[0] - from[0]) * i) / 5, from[1] + ((to[1] - from[1]) * i) / 5]),
        });
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe([300, 400], [100, 410]);
    await expect(dialog).toHaveAccessibleName('Image 3 of 3');
    await shown(dialog);
    await swipe([200, 300], [190, 500]); // along the page, not across it
    await swipe([200, 400], [180, 400]); // too short
    await expect(dialog).toHaveAccessibleName('Image 3 of 3');
    await swipe([100, 400], [300, 410]);
    await expect(dialog).toHaveAccessibleName('Image 2 of 3');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(dialog).toBeHidden();
    expect(await shifts()).toEqual([]);
    await drop(page.request, id);
  });
});

test('a lightbox that can’t be loaded says so, and opens once the network is back', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  const code = '**/assets/lightbox-*.js';
  await page.route(code, (route) => route.abort());
  await page.goto('/reviews/1');
  await interactive(page);
  const button = page.getByRole('button', { name: 'Enlarge image 1' });
  await button.click();
  await expect(page.getByRole('alert')).toContainText("the server can't be reached");
  await page.unroute(code);
  await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Image 1 of \d+$/);
});

test('a preview and an earlier version show their pictures in the size that fits, too', nightly, async ({ page }) => {
  await signIn(page);
  const { id } = await reviewed(page);
  const answer = await page.request.post(`/api/admin/reviews/${id}/preview-links`, { data: {} });
  const { url } = (await answer.json()) as { url: string };
  await page.goto(new URL(url, page.url()).pathname);
  const main = page.getByRole('img', { name: 'The bench in the morning' }).first();
  const source = () => main.evaluate((img: HTMLImageElement) => (img.complete && img.naturalWidth ? new URL(img.currentSrc).pathname : ''));
  await expect.poll(source).toMatch(/^\/preview\/[^/]+\/media\/[0-9a-f]{64}\/800$/);
  const { revision } = (await (await page.request.get(`/api/reviews/${id}`)).json()) as { revision: number };
  await page.goto(`/reviews/${id}/history/${revision}`);
  await expect.poll(source).toMatch(/^\/media\/[0-9a-f]{64}\/800$/);
  await drop(page.request, id);
});

test('every picture is as wide as its sizes say', nightly, async ({ page }) => {
  await signIn(page);
  const { id } = await reviewed(page);
  let measured = 0;
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/reviews', `/reviews/${id}`, '/tech-articles', '/tech-articles/1']) {
      await page.goto(path);
      measured += await page.locator('main img[sizes]').count();
      const differences = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('main img[sizes]:not(.prose img)')].flatMap((img) => {
          const size = img.sizes
            .split(/, (?=\(min-|calc|\d)/)
            .find((part) => !part.startsWith('(') || matchMedia(/^\([^)]*\)/.exec(part)?.[0] ?? '').matches);
          const ruler = document.createElement('div');
          ruler.style.width = size?.replace(/^\(min-[^)]*\) /, '') ?? '';
          document.body.append(ruler);
          const declared = ruler.offsetWidth;
          ruler.remove();
          // A picture of 3:2 that fills a square is cut at its sides.
          const needed = Math.max(img.clientWidth, img.clientHeight * 1.5);
          return Math.abs(declared - needed) > 20 ? [`${img.sizes}: ${declared} for ${needed}`] : [];
        }),
      );
      expect(differences, `${path} at ${width}`).toEqual([]);
    }
  }
  expect(measured).toBeGreaterThan(30); // other tests publish items without pictures meanwhile
  await drop(page.request, id);
});
