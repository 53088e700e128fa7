import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { saying } from '@/testing/saying';
import { calls, json, on, problem } from '@/testing/server';
import { endpointsOf } from '../api/endpoints';
import type { Key } from '@/lib/api-types';
import { keyState } from '../types';

const secret = 'cndr_0123456789012345678901234567890123456789012abcdef';
let keys: Key[] = [];

const key = (id: number, changes: Partial<Key> = {}): Key => ({
  id,
  revision: 0,
  name: `Key ${id}`,
  hint: 'cndr_…cdef',
  permissions: ['create_reviews'],
  isActive: true,
  lastUsed: null,
  createdAt: '2026-11-01T09:00:00Z',
  expiresAt: null,
  limit: 1000,
  remaining: 1000,
  ...changes,
});

const notice = async (text: string) => expect(await screen.findAllByText(text)).not.toHaveLength(0);
const rowOf = async (name: string) => {
  const row = within(await screen.findByRole('table', { name: 'API keys' }))
    .getByText(name)
    .closest('tr');
  if (!row) throw new Error(`no row of ${name}`);
  return within(row);
};

beforeEach(() => {
  emptySite();
  beginSession();
  keys = [
    key(2, { remaining: 988, lastUsed: new Date(Date.now() - 5.5 * 60_000).toISOString() }),
    key(1, { isActive: false }),
    key(3, { expiresAt: '2020-12-31T23:59:59Z' }),
  ];
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', { messages: { unread: 0, read: 0 } });
  on('GET /health/ready', { status: 'ready' });
  on('GET /api/admin/api-keys', () => json(keys));
  on('GET /api/admin/api-keys/deleted', []);
  on('GET /api/openapi.json', {
    paths: {
      '/api/bot/status': { get: { summary: 'Ask what the key may do' } },
      '/api/bot/news': { post: { summary: 'Create an article', 'x-permission': 'create_news' } },
    },
  });
  on('POST /api/admin/api-keys', () => {
    keys = [key(4, { name: 'Importer' }), ...keys];
    return json({ ...key(4), apiKey: secret, name: 'Importer' }, 201);
  });
});

async function openForm() {
  const user = renderApp('/admin/api');
  await user.click(await screen.findByRole('button', { name: 'Create API Key' }));
  return { user, form: within(await screen.findByRole('dialog', { name: 'Create API Key' })) };
}

describe('the keys', () => {
  it('are shown with their state, last use and what is left', async () => {
    renderApp('/admin/api');
    const active = await rowOf('Key 2');
    for (const text of ['Active', '5 minutes ago', '988 of 1000', 'create_reviews', 'cndr_…cdef'])
      expect(active.getByText(text)).toBeTruthy();
    const inactive = await rowOf('Key 1');
    expect(inactive.getAllByText('Inactive')).toHaveLength(2);
    expect(inactive.queryByRole('button', { name: /Deactivate/ })).toBeNull();
    expect((await rowOf('Key 3')).getByText('Expired')).toBeTruthy();
    const cards = [...document.querySelectorAll('dl > div')].map((card) => card.textContent);
    expect(cards[0]).toBe('Active API Keys1');
    expect(cards[1]).toBe('API StatusOnline');
    expect(cards[2]).toContain('1000 requests/hour');
  });

  it('may be none yet', async () => {
    keys = [];
    renderApp('/admin/api');
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
  });

  it('say that the API is offline when it is', async () => {
    on('GET /health/ready', () => problem(503, 'catching up'));
    renderApp('/admin/api');
    expect(await screen.findByText('Offline')).toBeTruthy();
  });

  it('are deactivated after a question, and stay active when that fails', async () => {
    on('PATCH /api/admin/api-keys/2/deactivate', () => problem(503, 'away'));
    const user = renderApp('/admin/api');
    await user.click((await rowOf('Key 2')).getByRole('button', { name: 'Deactivate Key 2' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(
      question.getByText(
        saying('This permanently deactivates the API key “Key 2” and cannot be undone. Programs that still use it will be refused.'),
      ),
    ).toBeTruthy();
    on('GET /api/admin/api-keys', () => new Promise<Response>(() => undefined)); // nothing but the roll-back puts it right
    await user.click(question.getByRole('button', { name: 'Deactivate' }));
    await notice('The API key could not be deactivated. Please try again.');
    expect((await rowOf('Key 2')).getByText('Active')).toBeTruthy();
    on('GET /api/admin/api-keys', () => json(keys));
    on('PATCH /api/admin/api-keys/2/deactivate', () => {
      keys = keys.map((k) => (k.id === 2 ? { ...k, isActive: false } : k));
      return json(keys[0]);
    });
    await user.click((await rowOf('Key 2')).getByRole('button', { name: 'Deactivate Key 2' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }));
    await notice('API Key Deactivated');
    expect((await rowOf('Key 2')).getAllByText('Inactive')).toHaveLength(2);
  });

  it('are deleted after a question', async () => {
    on('DELETE /api/admin/api-keys/1', () => {
      keys = keys.filter((k) => k.id !== 1);
      return json(null, 204);
    });
    const user = renderApp('/admin/api');
    await user.click((await rowOf('Key 1')).getByRole('button', { name: 'Delete Key 1' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(
      question.getByText(
        saying('This permanently removes the API key “Key 1” and cannot be undone. Programs that still use it will be refused.'),
      ),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await notice('API Key Deleted');
    expect(screen.queryByText('Key 1')).toBeNull();
  });
});

describe('a new key', () => {
  it('gives the focus back to its button when the form is left', async () => {
    const { user, form } = await openForm();
    expect(document.activeElement).toBe(form.getByLabelText('Name'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create API Key' })));
  });

  it('needs a name and a permission', async () => {
    const { user, form } = await openForm();
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: /create_reviews/ }).checked).toBe(true);
    expect(form.getByLabelText('Expiration date (optional)').getAttribute('min')).toBe(new Date().toISOString().slice(0, 10));
    await user.click(form.getByRole('checkbox', { name: /create_reviews/ }));
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    expect(await form.findByText('Name is required')).toBeTruthy();
    expect(form.getByText('At least one permission is required')).toBeTruthy();
    expect(calls('POST /api/admin/api-keys')).toHaveLength(0);
  });

  it('is shown once, copied, and done', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Name'), 'Importer');
    await user.click(form.getByRole('checkbox', { name: /create_news/ }));
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    const shown = within(await screen.findByRole('dialog', { name: 'API Key Created' }));
    expect(calls('POST /api/admin/api-keys')[0]?.body).toEqual({ name: 'Importer', permissions: ['create_reviews', 'create_news'] });
    expect(shown.getByLabelText('API key')).toHaveProperty('value', secret);
    expect(shown.getByText('Copy this key now. It will not be shown again.')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await shown.findByRole('button', { name: 'Copied' });
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await rowOf('Importer');
    expect(document.body.innerHTML).not.toContain(secret);
  });

  it('is not closed by accident before it was copied', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Name'), 'Importer');
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'API Key Created' })).getByRole('button', { name: 'Close' }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Close without copying?' })).getByRole('button', { name: 'Back to the key' }),
    );
    const shown = within(await screen.findByRole('dialog', { name: 'API Key Created' }));
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    await notice('Could not copy to clipboard. Please copy manually.');
    await user.click(shown.getByRole('button', { name: 'Close' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that it could not be created, and why where that is known', async () => {
    on('POST /api/admin/api-keys', () => problem(400, 'Invalid', [{ field: 'expiresAt', message: 'expiresAt is in the past' }]));
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Name'), 'Importer');
    await user.click(form.getByRole('button', { name: 'Create Key' }));
    await notice('Failed to create API key. Please try again.');
    expect(form.getByText('expiresAt is in the past')).toBeTruthy();
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Importer');
  });
});

it('lists the endpoints and the downloads', async () => {
  renderApp('/admin/api');
  const call = (await screen.findByText('Create an article')).closest('li');
  expect(call?.textContent).toContain('POST /api/bot/news');
  expect(call?.textContent).toContain('create_news');
  const links = ['Download Documentation', 'Complete API Documentation', 'Postman Collection', 'Python Examples', 'Node.js Examples'].map(
    (name) => screen.getByRole('link', { name: new RegExp(name) }).getAttribute('href'),
  );
  expect(links).toEqual([
    '/api/docs/candor-api.md',
    '/api/docs/candor-api.md',
    '/api/docs/candor.postman_collection.json',
    '/api/docs/candor_examples.py',
    '/api/docs/candor_examples.mjs',
  ]);
});

it('reads only the bots’ calls of a description', () => {
  expect(
    endpointsOf({ paths: { '/api/reviews': { get: { summary: 'x' } }, '/api/bot/status': { parameters: {}, get: { summary: 'Ask' } } } }),
  ).toEqual([{ method: 'GET', path: '/api/bot/status', summary: 'Ask', permission: null }]);
  expect(endpointsOf({})).toEqual([]);
});

it('knows the state of a key', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  expect(keyState({ isActive: true, expiresAt: '2026-11-21T23:59:59Z' }, now)).toBe('active');
  expect(keyState({ isActive: true, expiresAt: '2026-11-21T09:00:00Z' }, now)).toBe('expired');
  expect(keyState({ isActive: false, expiresAt: '2026-11-21T09:00:00Z' }, now)).toBe('inactive');
});
