// The command palette and the dashboard's shortcuts, by keyboard and on a phone.
import type { Page } from '@playwright/test';
import { make, openList, reviewFields, signIn, unique } from './editing';
import { escape, expect, nightly, overflow, test } from './fixtures';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('Ctrl+K finds where to go, and Escape returns to where the focus was', async ({ page }) => {
  await signIn(page);
  await openList(page, 'reviews');
  const add = page.getByRole('button', { name: 'Add Review' });
  await add.focus();
  await open(page);
  await expect(option(page, 'Add Review')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'Add Article')).toHaveAttribute('aria-selected', 'true');
  await escape(palette(page));
  await expect(add).toBeFocused();

  await open(page);
  await page.keyboard.type('activ log');
  await expect(option(page, 'Activity Logs')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/activity$/);
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  await open(page);
  await page.keyboard.type('nothing is called this');
  await expect(palette(page).getByText('Nothing found.')).toBeVisible();
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a button opens the palette, and taps do the rest', nightly, async ({ page }) => {
    await signIn(page);
    const title = unique(`A long title ${'for a narrow screen '.repeat(5)}`);
    await make(page.request, 'reviews', reviewFields(title));
    await openList(page, 'articles');
    await page.getByRole('button', { name: 'Search and commands' }).tap();
    await field(page).fill(title);
    await option(page, title).tap();
    expect(await overflow(page)).toBe(0);
    await palette(page).getByRole('button', { name: 'Back' }).tap();
    await expect(field(page)).toHaveValue('');
    await field(page).fill('dark');
    await option(page, 'Switch to dark theme').tap();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await expect(palette(page)).toBeHidden();
  });
});
