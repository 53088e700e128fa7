// Readers and admins who set their own colours, zoom in, or work by keyboard.
import { openDesk, signIn } from './editing';
import { expect, overflow, test } from './fixtures';
import type { Locator } from '@playwright/test';

const style = (of: Locator, name: string) => of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test('with forced colours, what is on, current or pressed looks different, and buttons have an edge', async ({ page }) => {
  await signIn(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (of: Locator) => style(of, 'background-color');
  const differ = async (a: Locator, b: Locator) => expect(await background(a)).not.toBe(await background(b));

  await page.goto('/tech-articles');
  const main = page.getByRole('navigation', { name: 'Main' });
  await differ(main.getByRole('link', { name: 'Tech Articles' }), main.getByRole('link', { name: 'Home' }));

  await openDesk(page, 'reviews');
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await differ(tabs.getByRole('link', { name: 'Reviews' }), tabs.getByRole('link', { name: 'Analytics' }));
  expect(await style(tabs.getByRole('link', { name: 'Analytics' }), 'border-bottom-width')).toBe('0px'); // a line would look like the current one's
  const add = page.getByRole('button', { name: 'Add Review' });
  expect([await style(add, 'border-top-width'), await style(add, 'border-top-style')]).toEqual(['1px', 'solid']);

  await add.click();
  const dialog = page.getByRole('dialog');
  await differ(dialog.getByRole('tab', { name: 'Edit' }), dialog.getByRole('tab', { name: 'Preview' }));
  const published = dialog.getByRole('switch', { name: 'Published' });
  const looks = async () => [await background(published), await background(published.locator('span'))];
  const before = await looks();
  expect(before[0]).not.toBe(before[1]); // the thumb is seen on its track
  await published.click();
  const after = await looks();
  expect(after[0]).not.toBe(before[0]);
  expect(after[0]).not.toBe(after[1]);

  await page.goto('/admin/analytics');
  const ranges = page.getByRole('group', { name: 'Range' });
  await differ(ranges.getByRole('button', { name: '7 days', exact: true }), ranges.getByRole('button', { name: '30 days' }));
});

test('at 320 pixels no screen scrolls sideways', async ({ page, expectComplaint }) => {
  expectComplaint(/404/);
  await signIn(page);
  await page.setViewportSize({ width: 320, height: 700 });
  const tabs = ['reviews', 'articles', 'messages', 'analytics', 'api', 'activity'].map((tab) => `/admin/${tab}`);
  const pages = ['/', '/reviews', '/reviews/1', '/category/computers', '/tech-articles', '/tech-articles/1', '/office-tools', '/about', '/contact', '/privacy', '/terms', '/docs', '/nowhere'];
  for (const path of [...tabs, ...pages]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(await overflow(page), path).toBe(0);
  }
});

test('Escape leaves each dialog and returns to what opened it', async ({ page }) => {
  await signIn(page);
  for (const [path, opener] of [
    ['/admin/api', 'Create API Key'],
    ['/admin/reviews', 'Add Review'],
    ['/admin/reviews', 'JSON Input'],
    ['/admin/articles', 'Add Article'],
    ['/admin/messages', 'Erase a person…'],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole('button', { name: opener });
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button, opener).toBeFocused();
  }
});
