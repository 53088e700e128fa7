// The tab API Management against the real server: a key is created, used, deactivated and deleted.
import type { Page } from '@playwright/test';
import { signIn, unique } from './editing';
import { escape, expect, test } from './fixtures';

const rowOf = (page: Page, name: string) => page.getByRole('table', { name: 'API keys' }).getByRole('row').filter({ hasText: name });

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

  await rowOf(page, name)
    .getByRole('button', { name: `Deactivate ${name}` })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(name);
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('API Key Deactivated', { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, name).getByText('Inactive')).toHaveCount(2);
  expect((await ask()).status()).toBe(401);

  await rowOf(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click();
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('API Key Deleted', { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});
