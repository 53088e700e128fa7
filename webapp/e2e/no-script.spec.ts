// The site without JavaScript: what can be done with plain links, forms and the browser's own dialogs. That every page is whole is seen in
// httpapi/whole_pages_test.go.
import { expect, nightly, serverUrl, test } from './fixtures';
import { password } from './start-server';

test.use({ javaScriptEnabled: false });

const phone = { width: 390, height: 844 };

test('a reader searches, finds nothing, and goes on, from the header on a phone, too', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('searchbox', { name: 'Search reviews' });
  await box.fill('battery');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/reviews\?search=battery$/);
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ results? for “battery”$/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first().locator('mark').first()).toHaveText(/^battery$/i);
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeHidden();
  await box.fill('zyzzyva');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No reviews found')).toBeVisible();
  await page.getByRole('link', { name: 'Show all reviews' }).click();
  await expect(page).toHaveURL(/\/reviews$/);

  const field = page.getByRole('combobox', { name: 'Search Candor' });
  await page.setViewportSize(phone);
  await page.goto('/about');
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: 'Open search' }).click();
  await field.fill('laptop');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/reviews\?search=laptop$/);
});

test('the contact form is sent, and says what is wrong', async ({ page, playwright, expectComplaint }) => {
  expectComplaint(/status of 400/);
  const subject = `Without a script ${Date.now()}`;
  await page.goto('/contact');
  for (const [label, text] of [
    ['Full Name', 'A Reader'],
    ['Email Address', 'jürgen@bücher.example'],
    ['Subject', '   '],
    ['Message', 'It works.'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Invalid Form Data' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Subject is required.');
  await page.goBack();
  await expect(page.getByLabel('Message')).toHaveValue('It works.'); // what was typed is still there
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  const admin = await playwright.request.newContext({ baseURL: serverUrl() });
  await admin.post('/api/admin/login', { data: { username: 'admin', password } });
  expect(await (await admin.get(`/api/contact-messages?search=${encodeURIComponent(subject)}`)).json()).toHaveLength(1);
  await admin.dispose();
});

test('the menus open', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Review Categories' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/category\//);

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Office Tools' }).click();
  await expect(page).toHaveURL(/\/office-tools$/);
});

test('what needs a script is not offered, or says so', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of ['/', '/reviews', '/reviews/1', '/tech-articles/1', '/contact', '/corrections', '/docs', '/compare?reviews=14,5']) {
    await page.goto(path);
    const dead = await page
      .locator('button:visible')
      .evaluateAll((all) =>
        all
          .filter((b) => b.getAttribute('type') !== 'submit' && !b.hasAttribute('command') && !b.hasAttribute('popovertarget'))
          .map((b) => b.textContent || b.ariaLabel),
      );
    expect(dead, path).toEqual([]);
  }
  await page.goto('/office-tools');
  const note = page.locator('main noscript p'); // what is in a noscript, Playwright doesn't find by its text
  await expect(note).toContainText('which needs JavaScript');
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate QR Code' })).toBeHidden();
});
