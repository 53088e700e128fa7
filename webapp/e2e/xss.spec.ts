// Hostile text in every field that people and programs can fill, on a server of its own: it is shown as the text that it
// is, on the pages that the server renders, after moving about in the app, and in the dashboard. The browser's own
// protection, the Content-Security-Policy, is switched off, so that nothing but the escaping is tested.
import { request, type APIRequestContext, type Page } from '@playwright/test';
import { signIn } from './editing';
import { expect, test, visit } from './fixtures';
import { launch, password } from './start-server';

test.use({ bypassCSP: true });
test.describe.configure({ mode: 'serial' });

/** In fields of up to 200 characters. */
const short = '\u202EX </script><script>window.__xss=1</script>"><img src=x onerror=window.__xss=1>';

/** In longer ones. */
const long = [
  short,
  '<svg onload=window.__xss=2>',
  '</title></textarea></style></noscript><script>window.__xss=3</script>',
  `' autofocus onfocus=window.__xss=4 tabindex=1 x='`,
  '<a href="javascript:window.__xss=5">press</a> javascript:window.__xss=5',
  '<iframe srcdoc="<script>parent.__xss=6</script>">',
  '<!--<script>', // would swallow the rest of a page whose data stands in a script element
  ']]>--><script>window.__xss=7</script>',
  '{{constructor.constructor("window.__xss=8")()}} ${window.__xss=8} #{window.__xss=8} <%= 8 %>',
  '\u2028window.__xss=9\u2029//',
  '&lt;script&gt;window.__xss=10&lt;/script&gt;',
  '\u2066\u202Eevil\u2069 \u202Btxet\u202C',
].join('\n');

/** A picture that is there, with an address that tries to break out. */
const address = `/favicon.svg?"><script>window.__xss=11</script><svg/onload='window.__xss=11'>`;

/** The smallest picture. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** What must never become an address. */
const wrongAddresses = ['javascript:window.__xss=12', ' JavaScript:window.__xss=12', 'java\nscript:window.__xss=12', 'data:text/html,<script>parent.__xss=12</script>', 'vbscript:x', '//elsewhere.example/x', '/\\elsewhere.example/x'];

const review = {
  productName: short,
  productBrand: short,
  categoryId: 1,
  productDescription: long,
  productPrice: 10,
  productImageUrl: address,
  title: short,
  content: long,
  rating: 4.5,
  authorName: short,
  specifications: [short, long.slice(0, 490)],
  features: [short],
  pros: [short],
  cons: [short],
  verdict: long,
  videoUrl: address,
  videoCredit: short,
  imageUrls: [address, `${address}2`],
  aliexpressLink: `https://shop.example/?"><script>window.__xss=13</script>`,
  shopeeLink: `https://shop.example/'onclick='window.__xss=13`,
  isFeatured: true,
  isPublished: true,
};

const article = { title: short, content: long, excerpt: long.slice(0, 1900), category: short, authorName: short, imageUrl: address, videoUrl: address, videoCredit: short, isPublished: true };

let server: Awaited<ReturnType<typeof launch>>;
let admin: APIRequestContext;
let ids: { review: number; article: number };

test.beforeAll(async () => {
  server = await launch();
  admin = await request.newContext({ baseURL: server.address });
  const post = async (path: string, data: object, status: number, headers: Record<string, string> = {}) => {
    const answer = await admin.post(path, { data, headers });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(status);
    return (await answer.text()) === '' ? {} : ((await answer.json()) as { id: number | string; apiKey: string; url: string });
  };
  await post('/api/admin/login', { username: 'admin', password }, 200);
  const category = (await post('/api/admin/categories', { name: short, slug: 'hostile', description: long.slice(0, 1900) }, 201)) as { id: number };
  const picture = (await post('/api/admin/media', { data: dot, name: short }, 200)) as { id: string; url: string };
  const described = await admin.patch(`/api/admin/media/${picture.id}`, { data: { alt: short, caption: long, credit: short } });
  expect(described.status(), await described.text()).toBe(200);
  const illustrated = (text: string) => `${text}\n\n![](${picture.url})`;
  const made = (await post('/api/reviews', { ...review, content: illustrated(long), imageUrls: [...review.imageUrls, picture.url], categoryId: category.id }, 201)) as { id: number };
  ids = { review: made.id, article: ((await post('/api/news', article, 201)) as { id: number }).id };
  // Earlier versions: one that was corrected, and one that is withheld.
  for (const data of [{ content: illustrated(`${long}\nMore.`), correction: long.slice(0, 900) }, { verdict: `${long}\nMore.`, rating: 4, update: short }]) {
    expect((await admin.patch(`/api/reviews/${ids.review}`, { data })).status()).toBe(200);
  }
  expect((await admin.patch(`/api/news/${ids.article}`, { data: { title: `${short}!`, update: short } })).status()).toBe(200);
  await post(`/api/admin/reviews/${ids.review}/history/1/withhold`, { reason: long.slice(0, 480) }, 200);
  const key = (await post('/api/admin/api-keys', { name: short, permissions: ['create_reviews'] }, 201)) as { apiKey: string };
  await post('/api/bot/reviews', { ...review, isPublished: false, isFeatured: false }, 200, { 'X-API-Key': key.apiKey });
  await post('/api/contact', { name: short, email: `a'<b>"@example.org`.replace(/[<>"]/g, ''), subject: long.replace(/\n/g, ' ').slice(0, 290), message: long }, 201);
  for (const page of [`/"><script>window.__xss=14</script>`, `/reviews/1?utm_source=<img src=x onerror=window.__xss=14>`, 'javascript:window.__xss=14']) {
    await post('/api/track', { event: '<script>window.__xss=15</script>', page, userAgent: short, referrer: `https://"><script>window.__xss=14</script>.example/`, sessionId: '<svg onload=window.__xss=14>', metadata: JSON.stringify({ x: long.slice(0, 200) }) }, 204, { 'User-Agent': short.replace(/[^ -~]/g, '') });
  }
});

test.afterAll(async () => {
  await admin.dispose();
  await server.stop();
});

test.beforeEach(({ page, expectHost }) => {
  expectHost(new URL(server.address).host);
  page.on('dialog', (dialog) => {
    void dialog.dismiss();
    throw new Error(`a dialog: ${dialog.message()}`);
  });
});

/** Nothing has run, and nothing stands in the page that could. */
async function clean(page: Page, what: string): Promise<void> {
  // What waits to be pointed at, pressed or reached.
  await page.evaluate(() => {
    for (const e of document.querySelectorAll('main *')) e.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  });
  const found = await page.evaluate(() => {
    const bad: string[] = [];
    if ('__xss' in window) bad.push(`ran: ${String(window.__xss)}`);
    for (const e of document.querySelectorAll('*')) {
      for (const { name, value } of e.attributes) {
        if (name.startsWith('on') || name === 'srcdoc') bad.push(`<${e.localName} ${name}>`);
        if (['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) && /^[\s\0-\x20]*(javascript|vbscript|data:text)/i.test(value)) bad.push(`<${e.localName} ${name}="${value}">`);
      }
      if (e.localName === 'script' && e.textContent.includes('__xss')) {
        // Data only, and whole: a breakout would have cut it short.
        if (!/json/.test(e.getAttribute('type') ?? '')) bad.push('a script');
        else JSON.parse(e.textContent);
      }
    }
    return bad;
  });
  expect(found, what).toEqual([]);
}

/** The elements of a page that doesn't escape. */
const raw = ['<script>window.__xss', '<img src=x', '<svg onload', '<svg/onload', '<iframe srcdoc', 'href="javascript:', '<!--<script'];

const screens = () => [
  ...['/', '/reviews', `/reviews/${ids.review}`, '/category/hostile', '/tech-articles', `/tech-articles/${ids.article}`, '/corrections'],
  ...[`/reviews/${ids.review}/history`, `/reviews/${ids.review}/history/1`, `/reviews/${ids.review}/history/4`, `/tech-articles/${ids.article}/history`, `/tech-articles/${ids.article}/history/1`],
];

test('pages as the server renders them', async ({ page }) => {
  for (const path of screens()) {
    const served = await (await admin.get(path)).text();
    expect(raw.filter((text) => served.includes(text)), path).toEqual([]);
    await page.goto(server.address + path);
    await expect(page.locator('main')).toContainText('<script>window.__xss=1</script>');
    await page.waitForLoadState('networkidle');
    await clean(page, path);
    // React is at work, so the page has been taken over as it is.
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await clean(page, `${path}, taken over`);
  }
});

test('pages after moving about in the app', async ({ page }) => {
  await page.goto(`${server.address}/about`);
  await page.waitForLoadState('networkidle');
  for (const path of screens()) {
    await visit(page, path);
    await expect(page.locator('main')).toContainText('<script>window.__xss=1</script>');
    await page.waitForLoadState('networkidle');
    await clean(page, path);
  }
});

test('a search for it, and pages that are not there', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  const hostile = encodeURIComponent('</script><script>window.__xss=16</script><img src=x onerror=window.__xss=16>');
  for (const path of [`/reviews?search=${hostile}`, `/${hostile}`, `/reviews/${hostile}`, `/category/${hostile}`, `/tech-articles/${hostile}`]) {
    const served = await (await admin.get(path)).text();
    expect(raw.filter((text) => served.includes(text)), path).toEqual([]);
    await page.goto(server.address + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await clean(page, path);
  }
});

test('what machines read is well formed', async ({ page }) => {
  await page.goto(`${server.address}/about`);
  for (const path of ['/feed.xml', '/corrections.xml', '/sitemap.xml']) {
    const text = await (await admin.get(path)).text();
    const root = await page.evaluate((xml) => new DOMParser().parseFromString(xml, 'application/xml').documentElement.localName, text);
    expect(root, path).toMatch(/^(feed|urlset)$/);
  }
});

const tabs = [
  { path: '/admin/reviews', press: [/^Edit .*__xss/, /^Delete .*__xss/] },
  { path: '/admin/articles', press: [/^Edit .*__xss/, /^Delete .*__xss/] },
  { path: '/admin/media', press: [/__xss/] },
  { path: '/admin/messages', press: [/^View/, /^Delete/] },
  { path: '/admin/analytics', press: [] },
  { path: '/admin/analytics?view=table', press: [] },
  { path: '/admin/api', press: [/^Deactivate/, /^Delete/] },
  { path: '/admin/activity', press: [] },
];

test('the dashboard, tab by tab', async ({ page: dashboard }) => {
  test.setTimeout(180_000);
  await signIn(dashboard, { address: server.address });
  const main = dashboard.locator('main');
  for (const { path, press } of tabs) {
    await dashboard.goto(server.address + path);
    await expect(main.getByText('__xss').first(), path).toBeVisible();
    await clean(dashboard, path);
    for (const name of press) {
      await main.getByRole('button', { name }).or(main.getByRole('link', { name })).first().click();
      const dialog = dashboard.getByRole('dialog').or(dashboard.getByRole('alertdialog')).first();
      await expect(dialog).toBeVisible();
      if (String(name).includes('Edit')) {
        await dialog.getByRole('tab', { name: 'Preview' }).click();
        await expect(dialog.getByText('<script>window.__xss=1</script>').first()).toBeVisible();
      }
      await clean(dashboard, `${path}, ${String(name)}`);
      await dashboard.goto(server.address + path);
      await expect(main.getByText('__xss').first(), path).toBeVisible();
    }
  }
});

test('addresses that are programs are refused, field by field', async () => {
  const least = { productName: 'P', productBrand: 'B', categoryId: 1, title: 'T', content: 'C', authorName: 'A' };
  const fields = { '/api/reviews': ['productImageUrl', 'videoUrl', 'aliexpressLink', 'shopeeLink', 'imageUrls'], '/api/news': ['imageUrl', 'videoUrl'] };
  for (const [path, names] of Object.entries(fields)) {
    for (const field of names) {
      for (const wrong of wrongAddresses) {
        const data = { ...least, category: 'AI', [field]: field === 'imageUrls' ? [wrong] : wrong };
        const answer = await admin.post(path, { data });
        const { errors } = (await answer.json()) as { errors?: { field: string }[] };
        expect(answer.status(), `${field}: ${JSON.stringify(wrong)}`).toBe(400);
        expect(errors?.map((e) => e.field)).toContain(field);
      }
    }
  }
  for (const [field, wrong] of [['slug', '"><script>'], ['icon', '<svg onload=x>'], ['color', 'red;background:url(javascript:x)'], ['color', '"><script>']] as const) {
    const answer = await admin.post('/api/admin/categories', { data: { name: 'N', slug: 'n', [field]: wrong } });
    expect(answer.status(), `${field}: ${wrong}`).toBe(400);
  }
});
