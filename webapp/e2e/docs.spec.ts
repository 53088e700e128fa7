// The documentation page: whole without JavaScript, taken over as it is, readable on a phone, and true.
import { expect, overflow, serverUrl, test, visit } from './fixtures';

test('the documentation is whole without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: serverUrl() });
  const page = await context.newPage();
  expect((await page.goto('/docs'))?.status()).toBe(200);
  await expect(page).toHaveTitle('API Documentation | Candor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Documentation');
  const text = await page.locator('main').innerText();
  for (const words of [
    `curl -s ${serverUrl()}/api/bot/status -H "X-API-Key: $CANDOR_API_KEY"`,
    'Authorization: Bearer',
    'RateLimit-Remaining',
    'Idempotency-Key',
    'application/problem+json',
    'POST /api/bot/reviews/bulk',
    'POST /api/bot/news',
    'POST /api/bot/categories',
    'GET /api/bot/status',
    'Example response',
  ]) {
    expect(text.toLowerCase()).toContain(words.toLowerCase());
  }
  await context.close();
});

test('the documentation is taken over without a call, and readable on a phone in both themes', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (r) => {
    if (r.method() === 'GET' && new URL(r.url()).pathname.startsWith('/api/')) calls.push(r.url());
  });
  await page.goto('/docs');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(calls).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  expect(await overflow(page)).toBe(0);
});

test('the contents lead where they say', async ({ page }) => {
  await page.goto('/docs');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  for (const link of await contents.locator('a[href^="#"]').all()) {
    const target = (await link.getAttribute('href')) ?? '';
    await expect(page.locator(`[id="${target.slice(1)}"]`)).toHaveText((await link.textContent()) ?? '');
  }
  await contents.getByRole('link', { name: 'Create a tech article' }).click();
  await expect(page.getByRole('heading', { name: 'Create a tech article' })).toBeInViewport();
  const saved = page.waitForEvent('download');
  await contents.getByRole('link', { name: 'Python examples' }).click();
  expect((await saved).suggestedFilename()).toBe('candor_examples.py');
  for (const link of await contents.locator('a[href^="/api/"]').all()) {
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200);
  }
});

test('who comes from another page sees the same', async ({ page }) => {
  await visit(page, '/docs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Documentation');
  await expect(page.getByRole('group', { name: 'Example request: Create a review', exact: true })).toContainText(`${serverUrl()}/api/bot/reviews`);
});
