// Every screen of a reader, as it is served and used.
import { readFile } from 'node:fs/promises';
import { create } from 'qrcode';
import { escape, expect, interactive, isNoise, nightly, serverUrl, test, visit } from './fixtures';

/** Each screen with the headline that says it is there. */
const screens: Record<string, [path: string, headline: string | RegExp][]> = {
  'what is read': [
    ['/?utm_source=letter', /^Honest tech reviews/],
    ['/reviews', 'All Reviews'],
    ['/reviews?minScore=4&sort=score', 'All Reviews'],
    ['/reviews?search=battery&utm_source=letter', 'All Reviews'],
    ['/reviews/1', /\w/],
    ['/reviews/1/history', /\w/],
    ['/compare?reviews=14,5', /\w/],
    ['/category/computers', 'Computers & Laptops'],
    ['/tech-articles?category=AI', 'Tech Articles'],
    ['/tech-articles/1', /\w/],
    ['/tech-articles/1/history', /\w/],
  ],
  'what is around it, and what is missing,': [
    ['/reviews?search=zyzzyva', 'All Reviews'],
    ['/office-tools', 'Office Tools'],
    ['/about', 'About Us'],
    ['/contact', 'Contact'],
    ['/corrections', 'Corrections'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
    ['/docs', 'API Documentation'],
    ['/nowhere', 'Page Not Found'],
    ['/reviews/99999', 'Review Not Found'],
    ['/reviews/99999/history', 'History Not Found'],
    ['/reviews/1/history/99999', 'History Not Found'],
    ['/reviews/abc', 'Invalid Route'],
    ['/category/boats', 'Category Not Found'],
    ['/tech-articles/99999', 'Tech Article Not Found'],
  ],
};

/** What search engines and previews read of a page's head. */
function heads(html: string): string[] {
  const found = html.matchAll(
    /<title>.*?<\/title>|<meta (?:name|property)="(?:description|keywords|robots|og:|twitter:)[^>]*>|<link rel="canonical"[^>]*>/g,
  );
  return [...found].map((m) => m[0].replace(' /', '').replace(/&#39;/g, "'").replace(/&#34;/g, '&quot;')).sort();
}

/**
 * The text of a page's main part, of this page or of what was served; what is only for readers with scripts, or without, is left out. Times
 * stand as they are in the markup: '4 hours ago' may have become '5 hours ago' since.
 */
function textOfMain(served: string | null): string {
  const main = (served === null ? document : new DOMParser().parseFromString(served, 'text/html'))
    .querySelector('main')
    ?.cloneNode(true) as HTMLElement;
  main.querySelectorAll('[data-needs-script], [data-without-script], noscript').forEach((one) => one.remove());
  main.querySelectorAll('time').forEach((one) => one.replaceWith(one.dateTime));
  return main.textContent;
}

/** The browser's own note of an answer with an error status; true 404s are meant. */
const notFound = /status of 404/;

for (const [what, group] of Object.entries(screens)) {
  test(
    `${what} is taken over as it is served, without a word or a call`,
    what === 'what is read' ? {} : nightly,
    async ({ page, expectComplaint }) => {
      expectComplaint(notFound);
      let [calls, said]: string[][] = [[], []];
      page.on('request', (r) => {
        if (r.method() === 'GET' && new URL(r.url()).pathname.startsWith('/api/')) calls?.push(r.url());
      });
      page.on('console', (m) => {
        if (!notFound.test(m.text()) && !isNoise(m)) said?.push(m.text());
      });
      for (const [path, headline] of group) {
        await test.step(path, async () => {
          [calls, said] = [[], []];
          const answer = await page.goto(path);
          expect(answer?.status(), path).toBe(/Not Found|Invalid/.test(String(headline)) ? 404 : 200);
          await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(headline);
          await interactive(page);
          await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
          // What the server wrote into the page, the app has written, too.
          const served = (await answer?.text()) ?? '';
          expect(await page.evaluate(textOfMain, null), path).toBe(await page.evaluate(textOfMain, served));
          for (const one of ['title', 'link[rel=canonical]', 'meta[name=description]', 'meta[name=robots]', 'meta[property="og:title"]']) {
            await expect(page.locator(`head ${one}`), path).toHaveCount(1);
          }
          expect(served, path).toContain(`<title>${(await page.title()).replace(/&/g, '&amp;')}</title>`);
          expect(heads(await page.evaluate(() => document.head.innerHTML)), path).toEqual(heads(served));
          await page.getByRole('button', { name: 'Switch to dark theme' }).click(); // React answers
          await expect(page.locator('html')).toHaveClass(/dark/);
          await page.getByRole('button', { name: 'Switch to light theme' }).click();
          expect(calls, `${path}: calls`).toEqual([]);
          expect(said, `${path}: console`).toEqual([]);
        });
      }
    },
  );
}

test('who comes to the documentation from another page sees the same', nightly, async ({ page }) => {
  await visit(page, '/docs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Documentation');
  await expect(page.getByRole('group', { name: 'Example request: Create a review', exact: true })).toContainText(
    `${serverUrl()}/api/bot/reviews`,
  );
});

test('the home page leads into the site', async ({ page }) => {
  await page.goto('/');
  const featured = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('heading', { name: 'Featured Reviews' }) });
  await expect(featured.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^Read Full Story/ })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Browse Reviews' })).toHaveAttribute('href', '/category/computers');

  // The first featured score is in sight without scrolling.
  const score = page.getByRole('img', { name: /^Rated/ }).first();
  const box = await score.boundingBox();
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(800);

  const title = await featured.getByRole('heading', { level: 3 }).first().textContent();
  await featured
    .getByRole('link', { name: /^Read Review/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await expect(page).toHaveTitle(`${title} | Candor`);
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new URL(page.url()).href);
});

test('the theme follows the device until one is chosen, then stays, and is there before the app is', async ({ browser, page }) => {
  const dark = await browser.newContext({ colorScheme: 'dark' });
  const night = await dark.newPage();
  await night.route('**/*.js', (route) => route.abort());
  await night.goto(`${serverUrl()}/about`);
  await expect(night.locator('html')).toHaveClass(/dark/);
  await dark.close();

  await page.goto('/');
  await expect(page.locator('html')).toHaveClass(/light/);
  await interactive(page);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await page.goto('/reviews', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await interactive(page);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

test('by keyboard: past the header, and through the menu of categories', nightly, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await interactive(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();

  const button = page.getByRole('button', { name: 'Review Categories' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Computers & Laptops' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Automotive Tech' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await page.getByRole('banner').getByRole('link', { name: 'Smart Gadgets' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Smart Gadgets');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the drawer of small screens moves only where motion is welcome, and leads on', nightly, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await interactive(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toHaveCSS('animation-name', 'slide-in');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(drawer).toHaveCSS('animation-name', 'none');
  const moving = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    return document.getAnimations().length;
  });
  expect(moving, 'transitions that a change of the theme has started').toBe(0);
  await escape(drawer);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await drawer.getByRole('link', { name: 'Industrial Machines' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Industrial Machines');
});

test('Back and a reload return to where the reader was', async ({ page }) => {
  await page.goto('/reviews');
  await interactive(page); // what remembers places is there
  await page
    .getByRole('link', { name: /^Read Review/ })
    .last()
    .scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await page
    .getByRole('link', { name: /^Read Review/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Product Details' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Reviews');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200);
});

test('a link fetches what lies behind it when the pointer comes near', nightly, async ({ page }) => {
  await page.goto('/about');
  await interactive(page);
  const asked: string[] = [];
  page.on('request', (r) => asked.push(new URL(r.url()).pathname));
  await page.getByRole('banner').getByRole('link', { name: 'Tech Articles' }).hover();
  await expect.poll(() => asked).toContain('/api/news');
  await expect.poll(() => asked.some((path) => /\/assets\/articles-.*\.js$/.test(path))).toBe(true);
  asked.length = 0;
  await page.getByRole('banner').getByRole('link', { name: 'Tech Articles' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(asked.filter((path) => path === '/api/news' || path.startsWith('/assets/articles-'))).toEqual([]);
});

test('a QR code is made in the browser', nightly, async ({ page }) => {
  await page.goto('/office-tools');
  await interactive(page);
  await page.getByLabel('Text or link').fill('https://candor.example/reviews/1');
  await page.keyboard.press('Enter');
  const code = page.getByRole('img', { name: /^QR code of/ });
  await expect(code).toBeVisible();
  expect(await code.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([300, 300]);
  const download = page.getByRole('link', { name: 'Download' });
  await expect(download).toHaveAttribute('download', 'qrcode.png');

  // The downloaded file has the code of what was typed, two modules from its edges, black on white.
  const file = page.waitForEvent('download');
  await download.click();
  expect((await file).suggestedFilename()).toBe('qrcode.png');
  const png = (await readFile(await (await file).path())).toString('base64');
  const { data, width } = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height);
    return { data: [...(pixels?.data ?? [])], width: canvas.width };
  }, png);
  expect([...new Set(data)].sort((a, b) => a - b)).toEqual([0, 255]);
  const { modules } = create('https://candor.example/reviews/1');
  const pixel = (module: number) => Math.floor(((module + 2.5) * width) / (modules.size + 4));
  const drawn = Array.from(modules.data, (_, i) =>
    data[4 * (pixel(Math.floor(i / modules.size)) * width + pixel(i % modules.size))] === 0 ? 1 : 0,
  );
  expect(drawn).toEqual([...modules.data]);
});

test('nothing jumps while a page loads', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/reviews', '/reviews/1', '/tech-articles/1']) {
    await page.goto(path, { waitUntil: 'load' });
    await interactive(page);
    await page.evaluate(() => document.fonts.ready);
    // 0.1 is what counts as good (Core Web Vitals); a tenth of that leaves room for a late font.
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.01);
  }
});

test('a review prints as an article, in light colours and without the shell', nightly, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/reviews/1');
  await expect(page.getByRole('heading', { name: 'Final Verdict' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.locator('header[data-shell]')).toBeHidden();
  await expect(page.locator('footer[data-shell]')).toBeHidden();
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByText(/^Published/)).toBeVisible();
});
