// Writing to the newsroom: success, every failure, and robots.
import { expect, interactive, nightly, test } from './fixtures';

const typed = { 'Full Name': 'Ada Reader', 'Email Address': 'ada@example.org', Subject: 'A slip', Message: 'On page three.' };

test.beforeEach(async ({ page }) => {
  await page.goto('/contact');
});

async function fill(page: import('@playwright/test').Page, fields: Partial<typeof typed> = typed) {
  await interactive(page); // on a crowded machine the button is there before what it does
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('a failure is told even when the toaster could not be loaded', nightly, async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  await page.route(/toaster.*\.js$|\/api\/contact$/, (route) => route.abort());
  await page.reload();
  await fill(page);
  await expect(page.getByRole('alert')).toContainText('Failed to send message. Please try again later.');
  await expect(page.getByLabel('Message')).toHaveValue(typed.Message);
});

test('an address with umlauts is sent as the server takes it', async ({ page }) => {
  const sent = page.waitForResponse('**/api/contact');
  await fill(page, { ...typed, 'Email Address': 'jürgen@bücher.example' });
  expect((await sent).status()).toBe(201);
  expect((await sent).request().postDataJSON()).toMatchObject({ email: expect.stringMatching(/^jürgen@(bücher|xn--bcher-kva)\.example$/) });
  await expect(page.getByText('Message Sent!').first()).toBeVisible();
  const subscribed = await page.request.post('/api/newsletter/subscribe', { data: { email: 'jürgen@bücher.example' } });
  expect(subscribed.status()).toBe(201);
});

test('the field for robots is hidden from people, and swallows what robots write', async ({ page }) => {
  const trap = page.locator('input[name=website]');
  await expect(trap).not.toBeInViewport();
  await expect(page.getByRole('textbox')).toHaveCount(4);
  await page.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();

  await trap.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'https://pills.example');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const sent = page.waitForResponse('**/api/contact');
  await fill(page);
  expect((await sent).status()).toBe(201);
  expect((await sent).request().postDataJSON()).toMatchObject({ website: 'https://pills.example' });
  await expect(page.getByText('Message Sent!').first()).toBeVisible();
});
