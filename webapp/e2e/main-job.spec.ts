// The main job of the product, from a bot's first call to the log: point 0 of what the back end must show.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { request, type APIRequestContext, type Page } from '@playwright/test';
import { expect, motion, serverUrl, test } from './fixtures';
import { binary, password, siteOf } from './start-server';

test.use(motion);

const run = promisify(execFile);

/** A call from the page, with its session. */
function call(page: Page, method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const answer = await fetch(path, {
        method,
        headers: body ? { 'Content-Type': 'application/json' } : {},
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.text();
      return { status: answer.status, body: (text ? JSON.parse(text) : null) as unknown };
    },
    { method, path, body },
  );
}

interface Entity {
  id: number;
}

async function post(bot: APIRequestContext, path: string, data: object): Promise<number> {
  const answer = await bot.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as Entity).id;
}

test('a bot writes, the admin publishes, a reader reads, a visitor writes, and all of it is in the log', async ({
  page,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/); // a draft is not there for readers
  const mark = `e2e-${Date.now()}`;

  // The admin signs in through the login page.
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  expectComplaint(/status of 401/);
  await expect(page.getByText('Invalid username or password.', { exact: true }).first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Welcome to the admin dashboard!').first()).toBeVisible();

  // A key for the bot.
  const key = await call(page, 'POST', '/api/admin/api-keys', { name: mark, permissions: ['create_reviews', 'create_news'] });
  expect(key).toMatchObject({ status: 201, body: { name: mark, apiKey: expect.stringMatching(/^cndr_/) as unknown } });
  const { apiKey } = key.body as { apiKey: string };
  const bot = await request.newContext({ baseURL: serverUrl(), extraHTTPHeaders: { 'X-API-Key': apiKey } });
  const status = await bot.get('/api/bot/status');
  expect(await status.json()).toMatchObject({ status: 'online', name: mark, isActive: true });

  // The bot posts a review and an article; both are drafts.
  const reviewId = await post(bot, '/api/bot/reviews', {
    productName: 'Lamp 3',
    productBrand: 'Oddvar',
    categoryId: 4,
    title: `Draft of ${mark}`,
    content: 'It shines.\nIt lasts.',
    rating: 4.2,
    authorName: 'A bot',
    pros: ['Bright'],
    cons: ['Blue'],
  });
  const articleId = await post(bot, '/api/bot/news', {
    title: `News draft of ${mark}`,
    content: 'Something happened.',
    excerpt: 'Something.',
    category: 'AI',
    authorName: 'A bot',
  });

  const reader = await browser.newContext();
  const readersPage = await reader.newPage();
  expect((await readersPage.goto(`${serverUrl()}/reviews/${reviewId}`))?.status()).toBe(404);
  await expect(readersPage.getByRole('heading', { level: 1 })).toHaveText('Review Not Found');

  // The admin edits and publishes them.
  const edited = await call(page, 'PATCH', `/api/reviews/${reviewId}`, { title: `The lamp of ${mark}`, isPublished: true });
  expect(edited).toMatchObject({ status: 200, body: { title: `The lamp of ${mark}` } });
  expect((await call(page, 'PATCH', `/api/news/${articleId}`, { title: `The news of ${mark}`, isPublished: true })).status).toBe(200);

  // A reader's browser shows them at once.
  expect((await readersPage.goto(`${serverUrl()}/reviews/${reviewId}`))?.status()).toBe(200);
  await expect(readersPage.getByRole('heading', { level: 1 })).toHaveText(`The lamp of ${mark}`);
  await expect(readersPage.getByRole('img', { name: 'Rated 4.2 out of 5' }).first()).toBeVisible();
  // While the server is busy, lists are soon as fresh.
  const inList = async (path: string, name: string) => {
    const link = readersPage.getByRole('link', { name, exact: true });
    await expect(async () => {
      await readersPage.goto(serverUrl() + path);
      await expect(link).toBeVisible({ timeout: 1000 });
    }).toPass();
    return link;
  };
  await inList('/category/gadgets', `The lamp of ${mark}`);
  await (await inList('/tech-articles', `The news of ${mark}`)).click();
  await expect(readersPage.getByText('Something happened.')).toBeVisible();

  // A visitor sends a message through the contact page.
  await readersPage.goto(`${serverUrl()}/contact`);
  await readersPage.getByLabel('Full Name').fill('Ada Reader');
  await readersPage.getByLabel('Email Address').fill('ada@example.org');
  await readersPage.getByLabel('Subject').fill(mark);
  await readersPage.getByLabel('Message').fill('The lamp on page one is mine.');
  await readersPage.getByRole('button', { name: 'Send Message' }).click();
  await expect(readersPage.getByText('Message Sent!').first()).toBeVisible();

  // The admin marks it read and deletes it.
  const inbox = async () =>
    ((await call(page, 'GET', '/api/contact-messages')).body as (Entity & { subject: string; isRead: boolean })[]).filter(
      (m) => m.subject === mark,
    );
  const [message] = await inbox();
  expect(message).toMatchObject({ isRead: false });
  expect((await call(page, 'PATCH', `/api/contact-messages/${message?.id}/read`)).status).toBe(200);
  expect(await inbox()).toMatchObject([{ isRead: true }]);
  expect((await call(page, 'DELETE', `/api/contact-messages/${message?.id}`)).status).toBe(204);
  expect(await inbox()).toEqual([]);

  // The key is deactivated and refused.
  const keys = (await call(page, 'GET', '/api/admin/api-keys')).body as (Entity & { name: string })[];
  const keyId = keys.find((k) => k.name === mark)?.id;
  expect((await call(page, 'PATCH', `/api/admin/api-keys/${keyId}/deactivate`)).status).toBe(200);
  expect((await bot.post('/api/bot/news', { data: {} })).status()).toBe(401);
  await bot.dispose();

  // The visits stand in the analytics summary.
  const path = `/reviews/${reviewId}`;
  await expect
    .poll(async () =>
      ((await call(page, 'GET', '/api/analytics/summary')).body as { topPages: { page: string }[] }).topPages.map((p) => p.page),
    )
    .toContain(path);

  // The log holds them.
  const { stdout } = await run(binary, ['replay', '--type', 'PageViewed', '--data', siteOf(test.info().file).data], {
    maxBuffer: 64 << 20,
  });
  const views = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; data: { page: string } });
  expect(views.every((v) => v.type.endsWith('PageViewed'))).toBe(true);
  expect(views.map((v) => v.data.page)).toContain(path);
  expect(stdout).not.toContain('ada@example.org');

  // Goodbye.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
  expect((await call(page, 'GET', '/api/admin/reviews')).status).toBe(401);
  await reader.close();
});
