import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const typed = { 'Full Name': 'Ada Reader', 'Email Address': 'ada@example.org', Subject: 'A slip', Message: 'On page three.' };

async function write(fields: Partial<Record<keyof typeof typed, string>> = typed) {
  const user = renderApp('/contact');
  await screen.findByRole('heading', { level: 1, name: 'Contact' });
  for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
}

beforeEach(() => {
  emptySite();
  sessionStorage.clear();
});

describe('the contact form', () => {
  it('sends the message, says so in its place, and comes back empty for another', async () => {
    on('POST /api/contact', () => json({}, 201));
    await write();
    await notice('Message Sent!');
    await notice("We'll get back to you within 24 hours");
    expect(calls('POST /api/contact')[0]?.body).toEqual({
      name: 'Ada Reader',
      email: 'ada@example.org',
      subject: 'A slip',
      message: 'On page three.',
      website: '',
    });
    const heading = screen.getByRole('heading', { name: 'Message Sent!' });
    expect(document.activeElement).toBe(heading);
    expect(heading.closest('section')?.textContent).toContain("We'll get back to you within 24 hours");
    expect(screen.queryByRole('form', { name: 'Contact' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send another message' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Full Name'));
    expect(screen.getByLabelText('Message')).toHaveProperty('value', '');
  });

  it('names each field that is missing', async () => {
    await write({});
    for (const text of ['Full name is required', 'Email address is required', 'Subject is required', 'Message is required']) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(calls('POST /api/contact')).toHaveLength(0);
  });

  it('sends texts without the spaces around them, and misses a text of spaces alone', async () => {
    on('POST /api/contact', () => json({}, 201));
    await write({ ...typed, 'Full Name': '  Ada Reader ', Subject: '   ' });
    expect(await screen.findByText('Subject is required')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Subject'), 'A slip ');
    await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
    await notice('Message Sent!');
    expect(calls('POST /api/contact')[0]?.body).toMatchObject({ name: 'Ada Reader', subject: 'A slip' });
  });

  it('wants an email address', async () => {
    await write({ ...typed, 'Email Address': 'ada' });
    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
  });

  it('lists what the server found wrong, beside the fields too', async () => {
    on('POST /api/contact', () => problem(400, 'Invalid', [{ field: 'subject', message: 'Subject is too long' }]));
    await write();
    await notice('Invalid Form Data');
    await notice('Subject is too long');
    expect(screen.getByLabelText('Subject').getAttribute('aria-invalid')).toBe('true');
  });

  it('says when it was the email address', async () => {
    on('POST /api/contact', () => problem(400, 'This email is not accepted'));
    await write();
    await notice('Invalid Email');
  });

  it('keeps what could not be sent, also over a reload, until it is sent', async () => {
    on('POST /api/contact', () => problem(503, 'The event log is away'));
    await write();
    expect(await screen.findByText(/couldn’t send your message/)).toBeTruthy();
    cleanup(); // the reader reloads
    on('POST /api/contact', () => json({}, 201));
    const user = renderApp('/contact');
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveProperty('value', 'On page three.'));
    expect(screen.getByText(/couldn’t send your message/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    await notice('Message Sent!');
    await user.click(screen.getByRole('button', { name: 'Send another message' }));
    expect(screen.getByLabelText('Message')).toHaveProperty('value', '');
    expect(screen.queryByText(/couldn’t send your message/)).toBeNull();
    expect(sessionStorage.getItem('candor-contact')).toBeNull();
  });

  it('keeps what was typed when it fails', async () => {
    on('POST /api/contact', () => Promise.reject(new TypeError('offline')));
    await write();
    await notice('Failed to send message. Please try again later.');
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'On page three.');
  });
});
