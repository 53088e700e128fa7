// Prints how many bytes a phone of 390 x 844 pixels, two to each CSS pixel, loads for the home page and for reviews: bodies as they are
// sent, by kind, for the first screen and after scrolling to the end. The same for another build: CANDOR_BINARY=path/to/candor npm run
// measure.
import { expect, test, type APIRequestContext, type Browser } from '@playwright/test';
import { launch, password } from '../e2e/start-server';
import { copiesMade, copiesWithin } from './copies';
import { kinds, loadedKinds, phone, type Bytes } from './loaded';

/** What one page has loaded, in bytes, and the addresses of its pictures. */
interface Loaded {
  bytes: Bytes;
  pictures: string[];
}

test('what a phone loads', async ({ browser, playwright }) => {
  const server = await launch();
  try {
    const request = await playwright.request.newContext({ baseURL: server.address });
    expect((await request.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
    await copiesMade(request);
    const table: Record<string, Record<string, string | number>> = {};
    const measure = async (name: string, path: string) => {
      const { first, whole } = await load(browser, server.address + path);
      expect(new Set(whole.pictures).size, 'each picture is loaded once').toBe(whole.pictures.length);
      table[`${name}: first screen`] = inWords(first);
      table[`${name}: to its end`] = inWords(whole);
    };
    await measure('home page', '/');
    await measure('demo review', '/reviews/14');
    // As large as editors' uploads are kept: today, and in the specification.
    for (const width of [2400, 1200]) {
      const { path, remove } = await reviewWithPhotos(browser, request, width);
      await measure(`review, photos of ${width} px`, path);
      await remove(); // it would be among the next one's related reviews
    }
    console.table(table);
    await request.dispose();
  } finally {
    await server.stop();
  }
});

function inWords({ bytes, pictures }: Loaded): Record<string, string | number> {
  const kilobytes = (n: number) => `${(n / 1024).toFixed(1)} KB`;
  const row: Record<string, string | number> = {};
  for (const kind of [...Object.values(kinds), 'other' as const]) row[kind] = kilobytes(bytes[kind] ?? 0);
  row.total = kilobytes(Object.values(bytes).reduce((sum, n) => sum + n, 0));
  row['number of pictures'] = pictures.length;
  return row;
}

/** Loads a page as a reader who comes for the first time and then scrolls to its end. */
async function load(browser: Browser, address: string): Promise<{ first: Loaded; whole: Loaded }> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const loaded = loadedKinds(page);
  const soFar = async (): Promise<Loaded> => ({ bytes: await loaded.bytes(), pictures: [...loaded.pictures] });
  await page.goto(address, { waitUntil: 'networkidle' });
  const first = await soFar();
  const steps = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / innerHeight));
  for (let i = 0; i < steps; i++) {
    await page.evaluate(() => scrollBy({ top: innerHeight, behavior: 'instant' }));
    await page.waitForTimeout(200);
  }
  await page.waitForLoadState('networkidle');
  const whole = await soFar();
  await context.close();
  return { first, whole };
}

/** Publishes a review with a main picture, three further ones and one in its text; returns its path, and what removes it. */
async function reviewWithPhotos(
  browser: Browser,
  request: APIRequestContext,
  width: number,
): Promise<{ path: string; remove: () => Promise<unknown> }> {
  const urls: string[] = [];
  for (let i = 0; i < 5; i++) {
    const answer = await request.post('/api/admin/media', { data: { data: await photo(browser, width, i) } });
    expect(answer.status(), await answer.text()).toBe(200);
    urls.push(((await answer.json()) as { url: string }).url);
  }
  const [inText, ...imageUrls] = urls;
  const review = {
    productName: 'Slate 14',
    productBrand: 'Tarnholt',
    categoryId: 1,
    title: `Photos of ${width} pixels`,
    content: `${'What we saw on our bench, day after day. '.repeat(40)}\n\n![The bench](${inText})\n\n${'And what we measured there. '.repeat(40)}`,
    rating: 4,
    authorName: 'Odile Marchbank',
    isPublished: true,
    imageUrls,
  };
  const answer = await request.post('/api/reviews', { data: review });
  expect(answer.status(), await answer.text()).toBe(201);
  for (const url of urls) await copied(request, url);
  const path = `/reviews/${((await answer.json()) as { id: number }).id}`;
  return { path, remove: () => request.delete(`/api${path}`) };
}

/** Waits until a picture has its smaller copies, which the server makes in the background. A build without copies answers 404. */
async function copied(request: APIRequestContext, url: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await request.get(url.replace(/\.\w+$/, '/800'));
        return answer.status() === 404 || !/max-age=60\b/.test(answer.headers()['cache-control'] ?? '');
      },
      { timeout: copiesWithin },
    )
    .toBe(true);
}

/** Draws a picture with as much detail as a photo, the same at every size; returns it as a data string. */
async function photo(browser: Browser, width: number, seed: number): Promise<string> {
  const page = await browser.newPage();
  const data = await page.evaluate(
    ({ width, seed }) => {
      const height = (width * 2) / 3;
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      let state = seed + 1;
      const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
      const colour = (lightness: number) => `hsl(${random() * 360} ${20 + random() * 40}% ${lightness}%)`;
      const ground = context.createLinearGradient(0, 0, width, height);
      ground.addColorStop(0, colour(75));
      ground.addColorStop(1, colour(30));
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
      // Large shapes down to fine ones, each lit from one side.
      for (let i = 0; i < 4000; i++) {
        const size = (width / 4) * random() ** 6 + width / 600;
        const [x, y] = [random() * width, random() * height];
        const light = context.createLinearGradient(x - size, y - size, x + size, y + size);
        light.addColorStop(0, colour(40 + random() * 40));
        light.addColorStop(1, colour(15 + random() * 40));
        context.fillStyle = light;
        context.globalAlpha = 0.5;
        context.beginPath();
        context.ellipse(x, y, size, size * (0.3 + random()), random() * 3, 0, 7);
        context.fill();
      }
      // The grain of a sensor, per pixel.
      const pixels = context.getImageData(0, 0, width, height);
      for (let i = 0; i < pixels.data.length; i += 4) {
        const grain = (random() - 0.5) * 10;
        for (let c = 0; c < 3; c++) pixels.data[i + c] = (pixels.data[i + c] ?? 0) + grain;
      }
      context.putImageData(pixels, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.8);
    },
    { width, seed },
  );
  await page.close();
  return data;
}
