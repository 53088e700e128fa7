// Hostile text in every field that people and programs can fill, on a server of its own: it is shown as the text that it is, on pages that
// the app takes over, after moving about in it, and in the dashboard. The browser's own protection, the Content-Security-Policy, is
// switched off, so that nothing but the escaping is tested. What the server writes is looked at in httpapi/whole_pages_test.go.
import { request, type APIRequestContext, type Page } from '@playwright/test';
import { signIn } from './editing';
import { expect, interactive, nightly, test, visit } from './fixtures';
import { launch, password } from './start-server';

test.use({ bypassCSP: true });
test.describe.configure({ mode: 'default' }); // on one server

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

const article = {
  title: short,
  content: long,
  excerpt: long.slice(0, 1900),
  category: short,
  authorName: short,
  imageUrl: address,
  videoUrl: address,
  videoCredit: short,
  isPublished: true,
};

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
  const category = (await post('/api/admin/categories', { name: short, slug: 'hostile', description: long.slice(0, 1900) }, 201)) as {
    id: number;
  };
  const picture = (await post('/api/admin/media', { data: dot, name: short }, 200)) as { id: string; url: string };
  const described = await admin.patch(`/api/admin/media/${picture.id}`, { data: { alt: short, caption: long, credit: short } });
  expect(described.status(), await described.text()).toBe(200);
  const illustrated = (text: string) => `${text}\n\n![](${picture.url})`;
  const made = (await post(
    '/api/reviews',
    { ...review, content: illustrated(long), imageUrls: [...review.imageUrls, picture.url], categoryId: category.id },
    201,
  )) as { id: number };
  ids = { review: made.id, article: ((await post('/api/news', article, 201)) as { id: number }).id };
  // Earlier versions: one that was corrected, and one that is withheld.
  for (const data of [
    { content: illustrated(`${long}\nMore.`), correction: long.slice(0, 900) },
    { verdict: `${long}\nMore.`, rating: 4, update: short },
  ]) {
    expect((await admin.patch(`/api/reviews/${ids.review}`, { data })).status()).toBe(200);
  }
  expect((await admin.patch(`/api/news/${ids.article}`, { data: { title: `${short}!`, update: short } })).status()).toBe(200);
  await post(`/api/admin/reviews/${ids.review}/history/1/withhold`, { reason: long.slice(0, 480) }, 200);
  const key = (await post('/api/admin/api-keys', { name: short, permissions: ['create_reviews'] }, 201)) as { apiKey: string };
  await post('/api/bot/reviews', { ...review, isPublished: false, isFeatured: false }, 200, { 'X-API-Key': key.apiKey });
  await post(
    '/api/contact',
    { name: short, email: `a'<b>"@example.org`.replace(/[<>"]/g, ''), subject: long.replace(/\n/g, ' ').slice(0, 290), message: long },
    201,
  );
  for (const page of [
    `/"><script>window.__xss=14</script>`,
    `/reviews/1?utm_source=<img src=x onerror=window.__xss=14>`,
    'javascript:window.__xss=14',
  ]) {
    await post(
      '/api/track',
      {
        event: '<script>window.__xss=15</script>',
        page,
        userAgent: `Mozilla/5.0 ${short}`,
        referrer: `https://"><script>window.__xss=14</script>.example/`,
        sessionId: '<svg onload=window.__xss=14>',
        metadata: JSON.stringify({ x: long.slice(0, 200) }),
      },
      204,
      { 'User-Agent': short.replace(/[^ -~]/g, '') },
    );
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
        if (
          ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) &&
          /^[\s\0-\x20]*(javascript|vbscript|data:text)/i.test(value)
        )
          bad.push(`<${e.localName} ${name}="${value}">`);
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

const screens = () => [
  ...['/', '/reviews', `/reviews/${ids.review}`, '/category/hostile', '/tech-articles', `/tech-articles/${ids.article}`, '/corrections'],
  ...[
    `/reviews/${ids.review}/history`,
    `/reviews/${ids.review}/history/1`,
    `/reviews/${ids.review}/history/4`,
    `/tech-articles/${ids.article}/history`,
    `/tech-articles/${ids.article}/history/1`,
  ],
];

test('pages as they are served, taken over, and after moving about in the app', async ({ page }) => {
  for (const path of screens()) {
    await test.step(path, async () => {
      await page.goto(server.address + path);
      await interactive(page);
      await expect(page.locator('main')).toContainText('<script>window.__xss=1</script>');
      await page.getByRole('button', { name: /^Switch to/ }).click(); // React is at work
      await clean(page, path);
    });
  }
  await page.goto(`${server.address}/about`);
  await interactive(page);
  for (const path of screens()) {
    await test.step(`to ${path}`, async () => {
      await visit(page, path);
      await expect(page.locator('main')).toContainText('<script>window.__xss=1</script>');
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await clean(page, `to ${path}`);
    });
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

test('the dashboard, tab by tab', nightly, async ({ page: dashboard }) => {
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
