import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession } from '@/stores/session';
import { emptySite, notice, renderApp } from '@/testing/render';
import { saying } from '@/testing/saying';
import { calls, json, on, problem } from '@/testing/server';
import type { Message } from '@/lib/api-types';

let inbox: Message[] = [];

const message = (id: number, changes: Partial<Message> = {}): Message => ({
  id,
  revision: 0,
  name: `Person ${id}`,
  email: `p${id}@example.org`,
  subject: `Subject ${id}`,
  message: `Line one of ${id}\nLine two <b>bold</b>`,
  isRead: false,
  createdAt: '2026-11-21T09:00:00Z',
  ...changes,
});

const table = () => screen.findByRole('table', { name: 'Contact messages' });
const rowOf = async (subject: string) => {
  const row = within(await table())
    .getByText(subject)
    .closest('tr');
  if (!row) throw new Error(`no row of ${subject}`);
  return within(row);
};

beforeEach(() => {
  emptySite();
  beginSession();
  inbox = [message(3), message(2), message(1, { isRead: true })];
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', () =>
    json({ messages: { unread: inbox.filter((m) => !m.isRead).length, read: inbox.filter((m) => m.isRead).length } }),
  );
  on('GET /api/contact-messages', ({ query }) => {
    const read = query.get('read');
    const term = (query.get('search') ?? '').toLowerCase();
    const found = inbox.filter((m) => (read === null || String(m.isRead) === read) && m.subject.toLowerCase().includes(term));
    const offset = Number(query.get('offset') ?? 0);
    return json(found.slice(offset, offset + 10), 200, { 'X-Total-Count': String(found.length) });
  });
  for (const { id } of inbox) {
    on(`GET /api/contact-messages/${id}`, () => {
      const m = inbox.find((one) => one.id === id);
      return m ? json(m) : problem(404, 'Message not found');
    });
    on(`PATCH /api/contact-messages/${id}/read`, () => {
      inbox = inbox.map((m) => (m.id === id ? { ...m, isRead: true } : m));
      return json(inbox.find((m) => m.id === id));
    });
    on(`DELETE /api/contact-messages/${id}`, () => {
      inbox = inbox.filter((m) => m.id !== id);
      return json(null, 204);
    });
  }
});

afterEach(() => void vi.useRealTimers());

describe('the inbox', () => {
  it('shows the counts and the messages, the unread ones marked', async () => {
    renderApp('/admin/messages');
    const headers = within(await table()).getAllByRole('columnheader');
    expect(headers.map((h) => h.textContent)).toEqual(['Status', 'Name', 'Email', 'Subject', 'Date', 'Actions']);
    expect((await rowOf('Subject 3')).getByText('Unread')).toBeTruthy();
    expect((await rowOf('Subject 1')).getByText('Read')).toBeTruthy();
    expect((await rowOf('Subject 1')).queryByRole('button', { name: /^Mark Read/ })).toBeNull();
    await waitFor(() => expect([...document.querySelectorAll('section dd')].map((dd) => dd.textContent)).toEqual(['2', '1']));
  });

  it('says that nothing was written yet', async () => {
    inbox = [];
    renderApp('/admin/messages');
    expect(await screen.findByText('No contact messages yet')).toBeTruthy();
  });

  it('takes new messages in by itself, lets them wait while somebody reads, and counts them in its tab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }); // they are asked for every five seconds
    const user = renderApp('/admin/messages');
    const later = () => act(() => void vi.advanceTimersByTime(5000));
    const tab = () => within(screen.getByRole('navigation', { name: 'Dashboard' })).getByRole('link', { name: /^Messages/ });
    await waitFor(() => expect(tab().textContent).toContain('2'));
    const first = async () => within(await table()).getAllByRole('row')[1]?.textContent;
    expect(await first()).toContain('Subject 3');
    inbox = [message(4), ...inbox];
    later();
    await waitFor(async () => expect(await first()).toContain('Subject 4'));
    await waitFor(() => expect(tab().textContent).toContain('3'));

    act(() =>
      within(screen.getByRole('table'))
        .getByRole('link', { name: /^View message.*Person 4/ })
        .focus(),
    );
    inbox = [message(5), ...inbox];
    later();
    const show = await screen.findByRole('button', { name: 'Show 1 new message' });
    expect(await first()).toContain('Subject 4');
    await user.click(show);
    await waitFor(async () => expect(await first()).toContain('Subject 5'));
  });

  it('is paged by ten', async () => {
    inbox = Array.from({ length: 23 }, (_, i) => message(23 - i));
    const user = renderApp('/admin/messages');
    await rowOf('Subject 14');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await rowOf('Subject 13');
    expect(screen.queryByText('Subject 14')).toBeNull();
    expect(screen.getByText('23 messages · page 2 of 3')).toBeTruthy();
  });

  it('is filtered and searched, from page 1', async () => {
    const user = renderApp('/admin/messages');
    await user.selectOptions(await screen.findByLabelText('Show'), 'Read');
    await waitFor(() => expect(screen.queryByText('Subject 3')).toBeNull());
    await rowOf('Subject 1');
    await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), 'nothing');
    await user.click(await screen.findByRole('button', { name: 'Show all messages' }));
    await rowOf('Subject 3');
    expect(calls('GET /api/contact-messages').some((c) => c.query.get('read') === 'true' && c.query.get('search') === 'nothing')).toBe(
      true,
    );
  });

  it('tells of a failure and tries again', async () => {
    on('GET /api/contact-messages', () => problem(503, 'away'));
    const user = renderApp('/admin/messages');
    await screen.findByText('The messages could not be loaded');
    on('GET /api/contact-messages', inbox);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await rowOf('Subject 3');
  });
});

describe('a message', () => {
  it('is shown whole, as text, and stays unread', async () => {
    const user = renderApp('/admin/messages');
    await user.click((await rowOf('Subject 3')).getByRole('link', { name: 'View message from Person 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Message from Person 3' }));
    expect(dialog.getByText(/Line two <b>bold<\/b>/)).toBeTruthy();
    expect(dialog.getByText('p3@example.org')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Reply via Email' }).getAttribute('href')).toMatch(
      /^mailto:p3@example\.org\?subject=Re%3A%20Subject%203&body=/,
    );
    expect(dialog.getByText('Unread')).toBeTruthy();
    expect(calls('PATCH /api/contact-messages/3/read')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Mark as Read' }));
    await dialog.findByText('Read');
    expect(await screen.findAllByText('Message marked as read')).not.toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await rowOf('Subject 3')).getByText('Read')).toBeTruthy();
  });

  it('is opened by its address, and may be gone', async () => {
    inbox = inbox.filter((m) => m.id !== 2);
    renderApp('/admin/messages?message=2');
    expect(await screen.findByText(/This message no longer exists/)).toBeTruthy();
  });

  it('is marked as read in the list, at once', async () => {
    on('PATCH /api/contact-messages/3/read', () => new Promise<Response>(() => undefined));
    const user = renderApp('/admin/messages');
    await user.click((await rowOf('Subject 3')).getByRole('button', { name: 'Mark Read: message from Person 3' }));
    expect((await rowOf('Subject 3')).getByText('Read')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Subject 3');
  });

  it('is unread again when the server refuses', async () => {
    on('PATCH /api/contact-messages/3/read', () => problem(503, 'away'));
    const user = renderApp('/admin/messages');
    await user.click((await rowOf('Subject 3')).getByRole('button', { name: /^Mark Read/ }));
    await notice('The message could not be marked as read. Please try again.');
    expect((await rowOf('Subject 3')).getByText('Unread')).toBeTruthy();
  });

  it('is deleted after a question that names it', async () => {
    const user = renderApp('/admin/messages');
    await user.click((await rowOf('Subject 2')).getByRole('button', { name: /^Delete/ }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(
      question.getByText(
        saying('This permanently removes the message “Subject 2” by Person 2 and cannot be undone. Deleted messages can’t be restored.'),
      ),
    ).toBeTruthy();
    expect(calls('DELETE /api/contact-messages/2')).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await notice('Message deleted');
    expect(screen.queryByText('Subject 2')).toBeNull();
  });

  it('comes back when it could not be deleted', async () => {
    on('DELETE /api/contact-messages/2', () => problem(500, 'broken'));
    const user = renderApp('/admin/messages?message=2');
    const dialog = within(await screen.findByRole('dialog', { name: 'Message from Person 2' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await notice('The message could not be deleted. Please try again.');
    await rowOf('Subject 2');
  });
});
