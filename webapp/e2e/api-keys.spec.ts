// The tab API Management against the real server: a key is created, used, deactivated and deleted.
import type { Page } from '@playwright/test';
import { signIn, unique } from './editing';
import { escape, expect, overflow, test } from './fixtures';

const rowOf = (page: Page, name: string) => page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: name });

async function create(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API Key' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Create Key' }).click();
  const field = page.getByRole('dialog', { name: 'API Key Created' }).getByLabel('API key');
  await expect(field).toHaveValue(/^cndr_\w{49}$/);
  return field.inputValue();
}

test('no key is made of an expiry date that is typed halfway', async ({ page }) => {
  const name = unique('Half a date');
  await signIn(page);
  await page.goto('/admin/api');
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API Key' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  const expires = form.getByLabel('Expiration date (optional)');
  await expires.focus();
  await page.keyboard.type('12');
  await form.getByRole('button', { name: 'Create Key' }).click();
  await expect(form.getByText('Enter a complete date, or clear the field')).toBeVisible();
  await expect(expires).toHaveAttribute('aria-invalid', 'true');
  await expires.focus();
  await page.keyboard.type('12312099');
  await form.getByRole('button', { name: 'Create Key' }).click();
  await expect(page.getByRole('dialog', { name: 'API Key Created' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, name)).toContainText('December 31, 2099');
});

test('a key is created, copied, used, deactivated and deleted', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = unique('Importer');
  await signIn(page);
  await page.goto('/admin/api');
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog', { name: 'Create API Key' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(form.getByRole('checkbox', { name: /create_reviews/ })).toBeChecked();
  await form.getByRole('checkbox', { name: /create_reviews/ }).uncheck();
  await form.getByRole('button', { name: 'Create Key' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('At least one permission is required')).toBeVisible();

  const day = new Date().toISOString().slice(0, 10);
  const expires = form.getByLabel('Expiration date (optional)');
  await expect(expires).toHaveAttribute('min', day);
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('checkbox', { name: /create_news/ }).check();
  await expires.fill('2020-01-01');
  await form.getByRole('button', { name: 'Create Key' }).click();
  await expect(form.getByText('Choose today or a later date')).toBeVisible();
  await expires.fill('2099-12-31');
  await form.getByRole('button', { name: 'Create Key' }).click();

  const shown = page.getByRole('dialog', { name: 'API Key Created' });
  await expect(shown).toContainText('It will not be shown again.');
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown.getByLabel('API key')).toHaveValue(key);
  await escape(shown); // a toast on top of it takes the first
  await expect(shown).toHaveCount(0);
  await expect(rowOf(page, name)).toContainText('create_news');
  await expect(rowOf(page, name)).toContainText('December 31, 2099');
  expect(await page.content()).not.toContain(key);

  const ask = () => request.get('/api/bot/status', { headers: { Authorization: `Bearer ${key}` } });
  expect(await (await ask()).json()).toMatchObject({ status: 'online', name, permissions: ['create_news'], isActive: true });
  const news = { title: unique('By a bot'), content: 'Written by a program.', category: 'AI', authorName: 'Bot' };
  expect((await request.post('/api/bot/news', { data: news, headers: { 'X-API-Key': key } })).status()).toBe(200);
  expect((await request.post('/api/bot/categories', { data: {}, headers: { 'X-API-Key': key } })).status()).toBe(403);
  await page.reload();
  await expect(rowOf(page, name)).toContainText('997 of 1000');

  await rowOf(page, name).getByRole('button', { name: `Deactivate ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(name);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('API Key Deactivated', { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, name).getByText('Inactive')).toHaveCount(2);
  expect((await ask()).status()).toBe(401);

  await rowOf(page, name).getByRole('button', { name: `Delete ${name}` }).click();
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('API Key Deleted', { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test('a new key is not lost by a slip', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/api');
  const key = await create(page, unique('Careless'));
  const shown = page.getByRole('dialog', { name: 'API Key Created' });
  await shown.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close without copying?' });
  await question.getByRole('button', { name: 'Back to the key' }).click();
  await expect(question).toHaveCount(0); // only then has the focus returned
  await expect(shown.getByLabel('API key')).toHaveValue(key);
  await shown.getByLabel('API key').focus();
  await page.keyboard.press('ControlOrMeta+c'); // by hand, as where there is no clipboard to ask for
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toHaveCount(0);
});

test('a key that could not be created keeps the form as it was', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 503/);
  await signIn(page);
  await page.route('**/api/admin/api-keys', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 503, json: { message: 'away' } }) : route.continue()));
  await page.goto('/admin/api');
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await name.fill('Importer');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Failed to create API key. Please try again.').first()).toBeVisible();
  await expect(name).toHaveValue('Importer');
});

test('the API’s state is the truth, and the downloads are there', async ({ page, request, expectComplaint }) => {
  expectComplaint(/status of 503/);
  await signIn(page);
  await page.goto('/admin/api');
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await expect(page.getByText('/api/bot/reviews/bulk')).toBeVisible();
  for (const name of ['Download Documentation', 'Complete API Documentation', 'Postman Collection', 'Python Examples', 'Node.js Examples']) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    const answer = await request.get(href ?? '');
    expect(answer.status(), name).toBe(200);
    expect(answer.headers()['content-disposition']).toContain('attachment');
  }
  await page.route('**/health/ready', (route) => route.fulfill({ status: 503, json: { status: 'not ready' } }));
  await page.reload();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
});

test('API Management is accessible and fits a phone', async ({ page }) => {
  await signIn(page);
  const long = unique('K').padEnd(200, 'K');
  expect((await page.request.post('/api/admin/api-keys', { data: { name: long, permissions: ['create_reviews', 'create_news', 'create_categories'] } })).status()).toBe(201);
  await page.goto('/admin/api');
  await expect(rowOf(page, long)).toBeVisible();
  await expect(page.getByText('POST /api/bot/news', { exact: true })).toBeVisible();
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: 'Create API Key' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await create(page, unique('Axe'));
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
