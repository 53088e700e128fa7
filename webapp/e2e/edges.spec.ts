// What opens at the edge of the screen stays inside, and a toast neither covers nor moves a button of a dialog.
import type { Locator, Page } from '@playwright/test';
import { editor, make, openList, reviewFields, signIn, unique } from './editing';
import { expect, nightly, overflow, test } from './fixtures';

/** Whether all of an element is in the window. */
async function inside(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}

/** The buttons of a dialog that a toast covers wherever what they are in is scrolled to. */
const covered = (dialog: Locator): Promise<string[]> =>
  dialog.evaluate((element) =>
    [...element.querySelectorAll('button')]
      .filter((button) => {
        button.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = button.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        [...element.children].forEach((part) => part.scrollTo(0, 0));
        return width > 0 && seen?.closest('li, [role=alert]') && !button.contains(seen);
      })
      .map((button) => button.textContent),
  );

/** Where what can be pressed in a dialog is, but for its toasts. */
const places = (dialog: Locator) =>
  dialog.evaluate((element) =>
    [...element.querySelectorAll('button, input, textarea')]
      .filter((control) => !control.closest('li, [role=alert]'))
      .map((control) => {
        const { left, top } = control.getBoundingClientRect();
        return { name: control.getAttribute('aria-label') ?? control.textContent, left, top };
      }),
  );

const widths = [390, 820, 1440];

test('menus stay inside the window, wherever their button is', nightly, async ({ page }) => {
  await signIn(page);
  const title = unique('At the edge');
  await make(page.request, 'reviews', reviewFields(title));
  const menu = page.getByRole('menu');
  for (const width of widths) {
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await openList(page, 'reviews', title);
      const button = page.getByRole('button', { name: width < 640 ? `Actions for ${title}` : 'Account', exact: true });
      for (const style of [
        '',
        'position: fixed; z-index: 50; left: 0; bottom: 0',
        'position: fixed; z-index: 50; right: 0; bottom: 0',
        'position: fixed; z-index: 50; left: 0; top: 0',
      ]) {
        await button.evaluate((element, css) => element.parentElement?.setAttribute('style', css), style);
        await button.click();
        await expect.poll(() => inside(page, menu), style).toBe(true);
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      }
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  }
});

test('a toast covers no button of a dialog, nor of an editor', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED|status of 500/);
  await signIn(page);
  const { id } = await make(page.request, 'reviews', reviewFields(unique('Beneath a toast')));
  await page.route('**/api/admin/api-keys', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await page.route('**/api/reviews/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  for (const width of widths) {
    await test.step(`at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/admin/api');
      await page.getByRole('button', { name: 'Create API Key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('A key');
      await dialog.getByRole('button', { name: /^Create/ }).click();
      await expect(dialog.getByText('Failed to create API key. Please try again.').first()).toBeVisible();
      expect(await covered(dialog)).toEqual([]);

      // In the editor it stands above the last line.
      await page.goto(`/admin/reviews/${id}/edit`);
      const writing = await editor(page, 'Review Title');
      await writing.getByRole('button', { name: 'Update Review' }).click();
      await expect(writing.getByRole('button', { name: 'Dismiss' })).toBeVisible();
      expect(await covered(writing)).toEqual([]);
    });
  }
});

/** Creates a key on /admin/api; the returned function lets the toast come that says so. */
async function createKey(page: Page): Promise<() => void> {
  let come = () => {};
  const awaited = new Promise<void>((resolve) => (come = resolve));
  await page.route(/toaster.*\.js$/, async (route) => {
    await awaited;
    await route.continue();
  });
  await page.goto('/admin/api');
  await page.getByRole('button', { name: 'Create API Key' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(unique('Steady'));
  await form.getByRole('button', { name: 'Create Key' }).click();
  await expect(page.getByRole('dialog', { name: 'API Key Created' })).toBeVisible();
  return come;
}

test('a toast moves nothing in a dialog, nor in a question', nightly, async ({ page }) => {
  await signIn(page);
  // A phone, a window with room below the dialog, one with too little of it, and one that the dialog fills.
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
    [820, 480],
    [844, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const kind of ['dialog', 'alertdialog'] as const) {
      await test.step(`in a ${kind} at ${width} by ${height} pixels`, async () => {
        const come = await createKey(page);
        if (kind === 'alertdialog') await page.getByRole('button', { name: 'Close' }).click();
        const panel = page.getByRole(kind);
        await expect(panel).toBeVisible();
        const before = await places(panel);
        expect(before.map(({ name }) => name)).toEqual(
          kind === 'dialog' ? ['Close', 'API key', 'Copy', 'Done'] : ['Back to the key', 'Close'],
        );

        come();
        const toast = panel.getByRole('listitem').filter({ hasText: 'Copy it now: it will not be shown again.' });
        await expect(toast).toBeInViewport();
        expect(await places(panel)).toEqual(before);
        expect(await covered(panel)).toEqual([]);
        await toast.getByRole('button', { name: 'Dismiss' }).click();
        await expect(toast).toHaveCount(0);
        expect(await places(panel)).toEqual(before);
      });
    }
  }
});
