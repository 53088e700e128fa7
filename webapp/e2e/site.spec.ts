// Every screen of a reader, as it is served and used.
import { readFile } from 'node:fs/promises';
import { create } from 'qrcode';
import { escape, expect, overflow, serverUrl, shownFromMemory, interactive, test, visit } from './fixtures';

interface Screen {
  path: string;
  headline: string | RegExp;
  /** The browser asks for its data; the others come whole and are taken over as they are. */
  asks?: true;
}

/** Each screen with the headline that says it is there. */
const screens: Record<string, Screen[]> = {
  'what is read': [
    { path: '/', headline: /^Honest tech reviews/ },
    { path: '/reviews', headline: 'All Reviews' },
    { path: '/reviews?search=battery', headline: 'Search', asks: true },
    { path: '/reviews/1', headline: /\w/ },
    { path: '/reviews/1/history', headline: /\w/ },
    { path: '/category/computers', headline: 'Computers & Laptops' },
    { path: '/tech-articles', headline: 'Tech Articles' },
    { path: '/tech-articles/1', headline: /\w/ },
    { path: '/tech-articles/1/history', headline: /\w/ },
  ],
  'what is around it': [
    { path: '/reviews?search=zyzzyva', headline: 'Search', asks: true },
    { path: '/office-tools', headline: 'Office Tools' },
    { path: '/about', headline: 'About Us' },
    { path: '/contact', headline: 'Contact' },
    { path: '/corrections', headline: 'Corrections' },
    { path: '/privacy', headline: 'Privacy Policy' },
    { path: '/terms', headline: 'Terms of Service' },
    { path: '/admin-login', headline: 'Admin Login', asks: true },
  ],
  'what is missing': [
    { path: '/nowhere', headline: 'Page Not Found' },
    { path: '/reviews/99999', headline: 'Review Not Found' },
    { path: '/reviews/99999/history', headline: 'History Not Found' },
    { path: '/reviews/1/history/99999', headline: 'History Not Found' },
    { path: '/reviews/abc', headline: 'Invalid Route' },
    { path: '/category/boats', headline: 'Category Not Found' },
    { path: '/tech-articles/99999', headline: 'Tech Article Not Found' },
  ],
};

/** What search engines and previews read of a page's head. */
function heads(html: string): string[] {
  const found = html.matchAll(/<title>.*?<\/title>|<meta (?:name|property)="(?:description|keywords|robots|og:|twitter:)[^>]*>|<link rel="canonical"[^>]*>/g);
  return [...found].map((m) => m[0].replace(' /', '').replace(/&#39;/g, "'").replace(/&#34;/g, '&quot;')).sort();
}

/** The browser's own note of an answer with an error status; true 404s are meant. */
const notFound = /status of 404/;

for (const [what, group] of Object.entries(screens)) {
  test(`${what} is served with its status, taken over as it is, and sound in both themes and on a phone`, async ({ page, expectComplaint }) => {
    test.setTimeout(180_000);
    const missing = what === 'what is missing';
    if (missing) expectComplaint(notFound);
    let calls: string[] = [];
    let said: string[] = [];
    page.on('request', (r) => {
      if (r.method() === 'GET' && new URL(r.url()).pathname.startsWith('/api/')) calls.push(r.url());
    });
    page.on('console', (m) => {
      if (!(missing && notFound.test(m.text())) && !shownFromMemory.test(m.text())) said.push(m.text());
    });
    for (const { path, headline, asks } of group) {
      [calls, said] = [[], []];
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(missing ? 404 : 200);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(headline);
      await page.waitForLoadState('networkidle');
      if (!asks) {
        // One of each, and what the server wrote.
        for (const one of ['title', 'link[rel=canonical]', 'meta[name=description]', 'meta[name=robots]', 'meta[property="og:title"]']) {
          await expect(page.locator(`head ${one}`), path).toHaveCount(1);
        }
        // What the server wrote into the head, the app would write too.
        const served = (await answer?.text()) ?? '';
        expect(served, path).toContain(`<title>${(await page.title()).replace(/&/g, '&amp;')}</title>`);
        expect(heads(await page.evaluate(() => document.head.innerHTML)), path).toEqual(heads(served));
      }

      await page.getByRole('button', { name: 'Switch to dark theme' }).click(); // React answers
      await expect(page.locator('html')).toHaveClass(/dark/);
      if (!asks) expect(calls, `${path}: calls`).toEqual([]);
      expect(said, `${path}: console`).toEqual([]);

      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflow(page), `${path}: no horizontal scroll`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: 'Switch to light theme' }).click();
      await expect(page.locator('html')).not.toHaveClass(/dark/);
    }
  });
}

test('the home page leads into the site', async ({ page }) => {
  await page.goto('/');
  const featured = page.getByRole('region').or(page.locator('section')).filter({ has: page.getByRole('heading', { name: 'Featured Reviews' }) });
  await expect(featured.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^Read Full Story/ })).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Browse Reviews' })).toHaveAttribute('href', '/category/computers');

  // The first featured score is in sight without scrolling.
  const score = page.getByRole('img', { name: /^Rated/ }).first();
  const box = await score.boundingBox();
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(800);

  const title = await featured.getByRole('heading', { level: 3 }).first().textContent();
  await featured.getByRole('link', { name: /^Read Review/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await expect(page).toHaveTitle(`${title} | Candor`);
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new URL(page.url()).href);
});

test('the head that the server wrote stays right on navigation', async ({ page }) => {
  await page.goto('/about');
  await expect(page).toHaveTitle('About Us | Candor');
  const served = await page.locator('meta[name=description]').getAttribute('content');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveTitle('Contact | Candor');
  await expect(page.locator('title')).toHaveCount(1);
  await expect(page.locator('meta[name=description]')).toHaveCount(1);
  await expect(page.locator('meta[name=description]')).not.toHaveAttribute('content', served ?? '');
});

test('search is in the address, survives Back, and can be cleared', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox').fill('  robot ');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/\/reviews\?search=robot$/);
  const found = page.getByRole('main').getByRole('article');
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ results? for “robot”$/ })).toBeVisible(); // the home page has left
  await expect(found.first()).toBeVisible();
  const some = await found.count();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(/\/reviews$/);
  await expect.poll(() => found.count()).toBeGreaterThan(some);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('robot');
  await expect(found).toHaveCount(some);
});

test('the theme follows the device until one is chosen, then stays', async ({ browser, page }) => {
  const dark = await browser.newContext({ colorScheme: 'dark' });
  const night = await dark.newPage();
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

test('the theme is set before the app has loaded', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('categories open from the menu by keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await interactive(page);
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

test('the drawer of small screens', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await interactive(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  await escape(drawer);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await drawer.getByRole('link', { name: 'Industrial Machines' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Industrial Machines');
});

test('the skip link leads to the content', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('Back returns to where the reader was', async ({ page }) => {
  await page.goto('/reviews');
  await interactive(page); // what remembers places is there
  await page.getByRole('link', { name: /^Read Review/ }).last().scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await page.getByRole('link', { name: /^Read Review/ }).last().click();
  await expect(page.getByRole('heading', { name: 'Product Details' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Reviews');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('a review says what it costs, where to buy it and that links earn money', async ({ page }) => {
  await page.goto('/reviews/1');
  await expect(page.getByRole('heading', { name: 'Where to Buy' })).toBeVisible();
  await expect(page.getByText('may earn us a commission')).toBeVisible();
  const shop = page.getByRole('link', { name: /^Buy on/ }).first();
  await expect(shop).toHaveAttribute('rel', 'sponsored noopener');
  await expect(shop).toHaveAttribute('target', '_blank');
  await expect(page.getByText(/^\$[\d,]+$/).first()).toBeVisible();
  await expect(page.getByText('Image used for illustration purposes only.').first()).toBeVisible();
});

test('a review of unkind content holds on a phone', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/); // its picture is missing
  await page.route('**/api/reviews/1', async (route) => {
    const answer = await route.fetch();
    const review = (await answer.json()) as object;
    const content = Array.from({ length: 30 }, () => 'Nobody reads so many words in one sitting, and yet somebody wrote them. '.repeat(8)).join('\n');
    const changes = { title: 'Long '.repeat(24), productName: 'Un'.repeat(60), productBrand: 'B', pros: [], cons: [], verdict: null, imageUrls: ['/media/missing.webp'], productPrice: 84500, productPriceMax: 99999, content, rating: 1 };
    await route.fulfill({ response: answer, json: { ...review, ...changes } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/reviews/1');
  await expect(page.getByText('$84,500')).toBeVisible();
  await expect(page.getByText('Up to $99,999')).toBeVisible();
  await expect(page.locator('[data-picture=none]')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('a QR code is made in the browser', async ({ page }) => {
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
  expect([...new Set(data)].sort()).toEqual([0, 255]);
  const { modules } = create('https://candor.example/reviews/1');
  const pixel = (module: number) => Math.floor(((module + 2.5) * width) / (modules.size + 4));
  const drawn = Array.from(modules.data, (_, i) => (data[4 * (pixel(Math.floor(i / modules.size)) * width + pixel(i % modules.size))] === 0 ? 1 : 0));
  expect(drawn).toEqual([...modules.data]);
});

test('visits are kept while the server is away, and counted once when it is back', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  const sent: { id: string; page: string }[] = [];
  let away = true;
  await page.route('**/api/track', async (route) => {
    if (away) return route.abort();
    const body = route.request().postDataJSON() as { events?: { id: string; page: string }[] } & { id: string; page: string };
    sent.push(...(body.events ?? [body]));
    return route.continue();
  });
  const pending = () => page.evaluate(() => localStorage.getItem('candor-pending-views'));
  await page.goto('/about');
  await expect.poll(pending).toContain('"/about"'); // the page's script has begun, and what follows needs no other page
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  away = false;
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(() => sent.map((v) => v.page)).toEqual(['/about', '/contact', '/privacy']);
  expect(new Set(sent.map((v) => v.id)).size).toBe(3);
  await expect.poll(pending).toBeNull();
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
    await page.goto(path, { waitUntil: 'networkidle' });
    // 0.1 is what counts as good (Core Web Vitals); a tenth of that leaves room for a late font.
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.01);
  }
});

test('a review prints as an article, in light colours and without the shell', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/reviews/1');
  await expect(page.getByRole('heading', { name: 'Final Verdict' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.locator('header[data-shell]')).toBeHidden();
  await expect(page.locator('footer[data-shell]')).toBeHidden();
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByText(/^Published/)).toBeVisible();
});
