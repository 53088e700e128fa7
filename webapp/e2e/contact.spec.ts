// Writing to the newsroom: success, every failure, and robots.
import { expect, interactive, test } from './fixtures';

const typed = { 'Full Name': 'Ada Reader', 'Email Address': 'ada@example.org', Subject: 'A slip', Message: 'On page three.' };

test.beforeEach(async ({ page }) => {
  await page.goto('/contact');
});

async function fill(page: import('@playwright/test').Page, fields: Partial<typeof typed> = typed) {
  await interactive(page); // on a crowded machine the button is there before what it does
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('a sent message is thanked for, and the form is empty again', async ({ page }) => {
  await fill(page);
  await expect(page.getByText('Message Sent!').first()).toBeVisible();
  await expect(page.getByText("We'll get back to you within 24 hours").first()).toBeVisible();
  for (const label of Object.keys(typed)) await expect(page.getByLabel(label)).toHaveValue('');
});

test('errors stand beside their fields, announced, before anything is sent', async ({ page }) => {
  let asked = 0;
  page.on('request', (r) => (asked += r.url().endsWith('/api/contact') ? 1 : 0));
  await fill(page, { 'Email Address': 'ada' });
  for (const text of ['Full name is required', 'Please enter a valid email address.', 'Subject is required', 'Message is required']) {
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required');
  expect(asked).toBe(0);
});

test('when the server refuses or is away, the toast says so and nothing typed is lost', async ({ page, expectComplaint }) => {
  expectComplaint(/status of (400|503)/);
  for (const { status, body, title, text } of [
    { status: 400, body: { message: 'Invalid', errors: [{ field: 'subject', message: 'Subject is too long' }, { field: 'name', message: 'Name is too long' }] }, title: 'Invalid Form Data', text: 'Subject is too long, Name is too long' },
    { status: 400, body: { message: 'This email is not accepted' }, title: 'Invalid Email', text: 'Please enter a valid email address.' },
    { status: 503, body: { message: 'away' }, title: 'Error', text: 'Failed to send message. Please try again later.' },
  ]) {
    await page.route('**/api/contact', (route) => route.fulfill({ status, json: body }));
    await fill(page);
    await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(text).first()).toBeVisible();
    for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  }
  await expect(page.getByRole('status').filter({ hasText: 'couldn’t send your message' })).toBeVisible();
  await page.reload(); // what could not be sent waits in the tab
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
});

test('nothing typed is lost when the network is away', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await fill(page);
  await expect(page.getByText('Failed to send message. Please try again later.').first()).toBeVisible();
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message Sent!').first()).toBeVisible();
});

test('a failure is told even when the toaster could not be loaded', async ({ page, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/);
  await page.route(/toaster.*\.js$|\/api\/contact$/, (route) => route.abort());
  await page.reload();
  await fill(page);
  await expect(page.getByRole('alert')).toContainText('Failed to send message. Please try again later.');
  await expect(page.getByLabel('Message')).toHaveValue(typed.Message);
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
