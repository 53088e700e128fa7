// The tab Activity Logs against the real server: an admin's actions appear as they happen.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { change, make, signIn, unique } from './editing';
import { expect, overflow, test } from './fixtures';

// They look at the newest of what was done, so one after the other.
test.describe.configure({ mode: 'default' });

const entries = (page: Page) => page.getByRole('list', { name: 'Admin actions, newest first' }).getByRole('listitem');
const article = (title: string) => ({ title, content: 'Some words.', category: 'AI', authorName: 'Ada', isPublished: true });

test('what is done appears as it happens, with its details and a link', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/activity');
  await expect(entries(page).filter({ hasText: 'LOGIN' }).first()).toContainText('Signed in');
  await expect(page.getByText('Admin user')).toBeVisible();
  await page.evaluate(() => (document.title = 'not reloaded'));

  const title = unique('Told');
  const { id } = await make(page.request, 'news', article(title));
  const created = entries(page).filter({ hasText: `Created and published article "${title}"` });
  await expect(created).toContainText('CREATE_NEWS');
  await expect(created).toContainText('admin');
  await expect(created.getByRole('link')).toHaveAttribute('href', `/tech-articles/${id}`);

  await change(page.request, 'news', id, { title: `${title} again` });
  await expect(entries(page).filter({ hasText: `Updated article "${title} again"` })).toContainText('UPDATE_NEWS');
  expect((await page.request.delete(`/api/news/${id}`)).status()).toBe(204);
  await expect(entries(page).filter({ hasText: `Deleted article "${title} again"` })).toContainText('DELETE_NEWS');
  await expect(created).toContainText('No longer exists');
  await expect(created.getByRole('link')).toHaveCount(0);
  expect(await page.title()).toBe('not reloaded');
});

test('the audit trail tells of every change, is narrowed from any of them, and leads into an item’s history', async ({ page }) => {
  await signIn(page);
  const title = unique('Traced');
  const { id } = await make(page.request, 'news', article(title));
  for (let i = 0; i < 4; i++) await change(page.request, 'news', id, { content: `Some words, ${i}.` });
  await page.goto('/admin/activity');
  await page.getByRole('link', { name: 'Audit trail' }).click();
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
  await expect(changes.first()).toContainText(`Article updated “${title}”`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // Older ones load automatically, and new ones wait while somebody reads.
  await expect(changes).toHaveCount(50);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => changes.count()).toBeGreaterThan(50);
  await change(page.request, 'news', id, { title: `${title} again` });
  await page.getByRole('button', { name: '1 new change' }).click();
  await expect(changes.first()).toContainText(`Article updated “${title} again”`);
  await expect(changes.first()).toBeInViewport();

  // All that is known of it, and on to all of the item.
  await changes.first().getByRole('button').first().click();
  await expect(changes.first()).toContainText('127.0.0.1');
  await expect(changes.first()).toContainText(`@article-${id}`);
  await changes.first().getByRole('button', { name: 'All changes to this item' }).click();
  await expect(page).toHaveURL(new RegExp(`item=article-${id}`));
  await expect(changes).toHaveCount(6);
  await changes.first().getByRole('button').first().click();
  await page.evaluate(() => scrollTo(0, 0)); // nothing lies half under the header
  await page.getByLabel('Action').selectOption('Article published');
  await expect(changes).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search the audit trail' }).fill('no such words');
  await expect(page.getByText('No changes found')).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/type=/);
  await expect(changes.first()).toContainText(`${title} again`);

  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const rows = readFileSync(await (await file).path(), 'utf8').split('\r\n');
  expect(rows[0]).toMatch(/^position,first,at,/);
  expect(rows.filter((row) => row.includes(`,article-${id},`)).length).toBe(6);

  await page.setViewportSize({ width: 390, height: 844 });
  await changes.first().getByRole('button').first().click();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await changes.first().getByRole('link', { name: 'Open in history' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of this article' });
  await expect(dialog).toContainText(`Edited by admin`);
  await expect(dialog.locator('ins')).toContainText('again');
});
