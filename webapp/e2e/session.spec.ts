// The admin's session as the browser meets it: expired, ended by another window, and logged out.
import type { Page } from '@playwright/test';
import { chooseInAccount } from './editing';
import { expect, test } from './fixtures';
import { password } from './start-server';

async function signInByHand(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

const login = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible();

test('a session that ends in the middle of work leads to the login and back', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 401/);
  await page.goto('/admin-login');
  await signInByHand(page);
  await page.goto('/admin/messages?show=unread');
  await expect(page.getByLabel('Show')).toHaveValue('unread');
  expect((await page.request.post('/api/admin/logout')).status()).toBe(204); // as in another window
  await login(page);
  await expect(page.getByText('Session Expired', { exact: true }).first()).toBeVisible();
  await signInByHand(page);
  await expect(page).toHaveURL(/\/admin\/messages\?show=unread$/);
  await expect(page.getByLabel('Show')).toHaveValue('unread');
});

test('after logging out nothing private is shown, not even by the back button', async ({ page }) => {
  await page.goto('/admin-login');
  await signInByHand(page);
  await page.getByRole('link', { name: 'Activity Logs' }).click();
  await expect(page.getByText('Signed in').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 }); // where logging out is in the account's menu
  await chooseInAccount(page, 'Logout');
  await login(page);
  await expect(page.getByText('Logged Out', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (r) => asked.push(new URL(r.url()).pathname));
  await page.goBack();
  await login(page);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toHaveCount(0);
  await expect(page.getByText('Current session')).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  expect((await page.request.get('/api/admin/activity')).status()).toBe(401);
  await page.goto('/admin/messages');
  await login(page);
});
