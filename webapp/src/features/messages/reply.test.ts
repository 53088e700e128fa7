import { expect, it } from 'vitest';
import { replyLink } from './reply';

const message = {
  id: 1,
  name: 'Ada',
  email: 'ada+x@example.org',
  subject: 'Price & date?',
  message: 'One\nTwo',
  isRead: false,
  createdAt: '2026-11-21T09:00:00Z',
};

const parts = (link: string) => {
  const url = new URL(link);
  return { to: decodeURIComponent(url.pathname), subject: url.searchParams.get('subject'), body: url.searchParams.get('body') };
};

it('addresses the sender, with the subject and the quoted text', () => {
  const { to, subject, body } = parts(replyLink(message));
  expect(to).toBe('ada+x@example.org');
  expect(subject).toBe('Re: Price & date?');
  expect(body).toMatch(/^\r\n\r\nOn November 21, 2026 at .*, Ada wrote:\r\n> One\r\n> Two$/s);
});

it('answers an answer under the same subject', () => {
  expect(parts(replyLink({ ...message, subject: 'RE: Price' })).subject).toBe('RE: Price');
});

it('lets no address or subject add to the mail', () => {
  const link = replyLink({ ...message, email: 'a@b.c?bcc=x@y.z', subject: 'S&bcc=x@y.z\r\nBcc: x@y.z' });
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  expect(parts(link).to).toBe('a@b.c?bcc=x@y.z');
});

it('quotes a long message in part, whole characters only', () => {
  expect(parts(replyLink({ ...message, message: '😀'.repeat(20_000) })).body).toMatch(/😀 \[…\]$/u);
});
