// The overview above the dashboard's lists, and what a list takes to be there.
import { make, reviewFields, signIn, unique } from './editing';
import { expect, overflow, test } from './fixtures';

const phone = { width: 390, height: 844 };

/** The most requests that may begin before the first row of a list is there. */
const mostRequests = 15;

test('the first row of a list takes few requests, and none of its data is waited for', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(phone);
  await make(page.request, 'reviews', reviewFields(unique('First row')));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main tbody > tr')) return;
      observer.disconnect();
      const asked = performance.getEntriesByType('resource').map(({ name }) => name);
      Object.assign(window, { askedBefore: [location.href, ...asked] });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/admin', '/admin/reviews']) {
    await page.goto(path);
    await expect(page.locator('main tbody > tr').first()).toBeVisible();
    const asked = await page.evaluate(() => (window as unknown as { askedBefore: string[] }).askedBefore);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(mostRequests);
    expect(asked.filter((address) => address.includes('/api/') && !address.endsWith('/api/track'))).toEqual([]);
  }
});

test('the week’s overview leads to what waits, on a desktop and by keyboard on a phone', async ({ page }) => {
  await signIn(page);
  const title = unique('Waits');
  await make(page.request, 'reviews', { ...reviewFields(title), isPublished: false, publishAt: new Date(Date.now() + 60 * 60_000).toISOString() });
  await make(page.request, 'reviews', { ...reviewFields(unique('Shown')), isPublished: true });
  await page.goto('/admin/reviews');
  const overview = page.getByRole('region', { name: 'This week' });
  await expect(overview.getByRole('img', { name: /^Views per day: / })).toBeVisible();
  await expect(overview.getByText('Published and corrected')).toBeVisible();
  await overview.getByRole('link', { name: /^\d+ reviews?$/ }).click();
  await expect(page).toHaveURL(/\/admin\/reviews\?status=draft$/);

  await page.setViewportSize(phone);
  await page.goto('/admin/articles');
  const line = overview.locator('summary');
  await expect(line).toContainText(/\d+ drafts? · /);
  await expect(overview.getByText('Drafts waiting')).toBeHidden();
  await line.focus();
  await page.keyboard.press('Enter');
  await expect(overview.getByText('Drafts waiting')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(overview.getByText('Drafts waiting')).toBeVisible();
  await overview.getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL(/\/admin\/messages$/);
});
