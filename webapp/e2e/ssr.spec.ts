// Pages rendered by the server: whole without JavaScript. That the browser takes them over without a word or a call is seen
// where each screen is looked at (site.spec.ts).
import { request, type Browser } from '@playwright/test';
import { expect, serverUrl, interactive, test } from './fixtures';
import { password } from './start-server';

/** Each screen with words of its content, which only a whole page has. */
const screens: { path: string; words: (string | RegExp)[]; missing?: true }[] = [
  { path: '/', words: ['Honest tech reviews', 'Review Categories', 'Featured Reviews', 'Read Full Story →', /\d+ (minute|hour|day)s? ago/] },
  { path: '/reviews', words: ['All Reviews', 'Read Review', 'By Odile Marchbank'] },
  { path: '/reviews/1', words: ['Product Details', 'Pros', 'Final Verdict', 'Image used for illustration purposes only.'] },
  { path: '/reviews/1/history', words: ['Version history', 'The first version that readers could see.', 'Proof'] },
  { path: '/category/computers', words: ['Computers & Laptops', /Reviews \(\d+\)/, 'Read Review'] },
  { path: '/tech-articles', words: ['Tech Articles', 'Read Full Story →'] },
  { path: '/tech-articles/1', words: ['min read', 'Back to Tech Articles'] },
  { path: '/office-tools', words: ['QR Code Generator'] },
  { path: '/about', words: ['since 2020'] },
  { path: '/contact', words: ['Full Name', 'Send Message', 'within 24 hours'] },
  { path: '/corrections', words: ['what it said before', 'Subscribe to corrections'] },
  { path: '/privacy', words: ['December 2024', '30 days'] },
  { path: '/terms', words: ['7 business days'] },
  { path: '/nowhere', words: ['Page Not Found', 'Back to Home'], missing: true },
  { path: '/reviews/99999', words: ['Review Not Found'], missing: true },
  { path: '/reviews/99999/history', words: ['History Not Found'], missing: true },
  { path: '/reviews/abc', words: ['Invalid Route'], missing: true },
  { path: '/category/boats', words: ["The category you're looking for doesn't exist."], missing: true },
  { path: '/tech-articles/99999', words: ["The tech article you're looking for could not be found."], missing: true },
];

async function withoutScripts(browser: Browser) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: serverUrl() });
  return { context, page: await context.newPage() };
}

test('every page is whole without JavaScript', async ({ browser }) => {
  const { context, page } = await withoutScripts(browser);
  for (const { path, words, missing } of screens) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(missing ? 404 : 200);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    const text = await page.locator('body').innerText();
    for (const word of words) expect(text, path).toMatch(word instanceof RegExp ? word : new RegExp(word.replace(/[.()?+]/g, '\\$&'), 'i'));
    await expect(page.locator('.skeleton'), path).toHaveCount(0);
    const sizes = await page.locator('main img').evaluateAll((images) => images.map((image) => [image.getAttribute('width'), image.getAttribute('height')]));
    for (const size of sizes.flat()) expect(size, path).toBeTruthy();
  }
  await context.close();
});

test('what is hydrated is what was served', async ({ page, browser }) => {
  const plain = await withoutScripts(browser);
  for (const path of ['/reviews', '/reviews/1/history', '/category/computers', '/about']) {
    await expect(async () => {
      await plain.page.goto(path);
      // Some buttons are there only for readers without scripts, others only for those with them.
      await plain.page.locator('[data-without-script]').evaluateAll((all) => all.forEach((one) => one.remove()));
      const before = await plain.page.locator('main').innerText();
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.addStyleTag({ content: '[data-needs-script] { display: none !important }' });
      expect(await page.locator('main').innerText(), path).toBe(before);
    }).toPass(); // another test may publish something in between
  }
  await plain.context.close();
});

test('the structured data follows the reader', async ({ page }) => {
  const types = () => page.locator('script[type="application/ld+json"]').evaluateAll((all) => all.map((e) => (JSON.parse(e.textContent) as Record<string, string>)['@type']));
  await page.goto('/reviews');
  expect(await types()).toEqual(['BreadcrumbList']);
  await page.getByRole('link', { name: 'Read Review' }).first().click();
  await expect(page).toHaveURL(/\/reviews\/\d+$/);
  await expect.poll(types).toEqual(['Product', 'BreadcrumbList']);
  await page.goBack();
  await expect.poll(types).toEqual(['BreadcrumbList']);
});

test('the sign-in is rendered in the browser', async ({ page }) => {
  const served = await (await page.goto('/admin-login'))?.text();
  expect(served).toContain('<div id="root"></div>');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a search is whole when it arrives, and a campaign changes nothing', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (r) => {
    if (/\/api\/(?!track)/.test(r.url())) calls.push(r.url());
  });
  for (const [path, words] of [
    ['/reviews?search=battery&utm_source=letter', /results for “battery”/],
    ['/reviews?utm_source=letter', /All Reviews/],
    ['/?utm_source=letter', /Honest tech reviews/],
  ] as const) {
    expect(await (await page.goto(path))?.text(), path).toMatch(words);
    await interactive(page);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(calls, path).toEqual([]);
  }
});

test('an edit is on its page at once, and soon in the lists, without JavaScript too', async ({ browser }) => {
  const mark = `edit-${Date.now()}`;
  const admin = await request.newContext({ baseURL: serverUrl() });
  expect((await admin.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
  const review = { productName: 'Lamp', productBrand: 'Oddvar', categoryId: 4, title: `First ${mark}`, content: 'It shines.', rating: 4, authorName: 'A person', isPublished: true };
  const made = await admin.post('/api/reviews', { data: review });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: number };
  const { context, page } = await withoutScripts(browser);
  const headline = page.getByRole('heading', { level: 1 });
  await page.goto(`/reviews/${id}`);
  await expect(headline).toHaveText(`First ${mark}`);
  for (const title of [`Second ${mark}`, `Third ${mark}`]) {
    expect((await admin.patch(`/api/reviews/${id}`, { data: { title } })).status()).toBe(200);
    await page.reload();
    await expect(headline).toHaveText(title);
    // A list comes as it was while other tests' pages keep the engine that renders it busy, and is made anew behind its reader.
    await expect(async () => {
      await page.goto('/category/gadgets');
      await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 15_000 });
    await page.goto(`/reviews/${id}`);
  }
  expect((await admin.delete(`/api/reviews/${id}`)).status()).toBe(204);
  expect((await page.reload())?.status()).toBe(404);
  await expect(headline).toHaveText('Review Not Found');
  await context.close();
  await admin.dispose();
});
