// The tab Messages against the real server: messages are read, answered and deleted.
import type { APIRequestContext, Page } from '@playwright/test';
import { signIn, unique } from './editing';
import { expect, test } from './fixtures';

/** Sends a message as a visitor does; the site takes thirty a minute from one address. */
async function write(
  request: APIRequestContext,
  message: { subject: string; name?: string; email?: string; message?: string },
): Promise<void> {
  const answer = await request.post('/api/contact', {
    data: { name: 'Ada Lark', email: 'ada@example.org', message: 'Line one\nLine two', ...message },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

const inbox = (page: Page) => page.getByRole('table', { name: 'Contact messages' });
const rowOf = (page: Page, subject: string) => inbox(page).getByRole('row').filter({ hasText: subject });
const open = (page: Page, search: string) => page.goto(`/admin/messages?search=${encodeURIComponent(search)}`);

test('a message is read, answered and deleted', async ({ page, request }) => {
  const subject = unique('Reply & more');
  await write(request, { subject, email: 'ada+list@example.org', message: 'Line one\nLine two' });
  await signIn(page);
  await open(page, subject);
  await rowOf(page, subject).getByRole('link', { name: subject }).click();
  const dialog = page.getByRole('dialog', { name: 'Message from Ada Lark' });
  await expect(dialog).toContainText('ada+list@example.org');
  await expect(dialog.getByText(/Line one\s+Line two/)).toHaveCSS('white-space-collapse', 'preserve');
  const reply = new URL((await dialog.getByRole('link', { name: 'Reply via Email' }).getAttribute('href')) ?? '');
  expect(decodeURIComponent(reply.pathname)).toBe('ada+list@example.org');
  expect(reply.searchParams.get('subject')).toBe(`Re: ${subject}`);
  expect(reply.searchParams.get('body')).toContain('Ada Lark wrote:\r\n> Line one\r\n> Line two');

  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, subject)).toContainText('Unread');
  await rowOf(page, subject)
    .getByRole('button', { name: /^Mark Read/ })
    .click();
  await expect(page.getByText('Message marked as read', { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, subject).getByRole('button', { name: /^Mark Read/ })).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, subject).getByText('Read', { exact: true })).toBeVisible();

  await rowOf(page, subject)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(subject);
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, subject)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Message deleted', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No messages found')).toBeVisible();
  const found = await page.request.get(`/api/contact-messages?search=${encodeURIComponent(subject)}`);
  expect(await found.json()).toEqual([]);
});
