// Settings → Tags and brands: what readers are told of them.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { DescribedName } from '@/lib/api-types';
import { beginSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { makeSettings } from '@/testing/settings';

const wifi: DescribedName = { name: 'Wi-Fi 7', slug: 'wi-fi-7', count: 2, description: null, revision: 0 };

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/settings', makeSettings());
  on('GET /api/tags', [wifi, { name: 'Quiet', slug: 'quiet', count: 1, description: 'Below 40 dB.', revision: 1 }]);
  on('GET /api/tags/wi-fi-7', wifi);
  on('GET /api/brands', []);
});

it('lists tags and brands with their counts and descriptions, narrowed by a search', async () => {
  const user = renderApp('/admin/settings/tags');
  const tags = within(await screen.findByRole('region', { name: 'Tags (2)' }));
  expect(tags.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Wi-Fi 7 2 itemsNo description',
    'Quiet 1 itemBelow 40 dB.',
  ]);
  expect(screen.getByText('No brands yet')).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Search tags and brands' }), '40 db');
  expect(await screen.findByRole('region', { name: 'Tags (1)' })).toBeTruthy();
  expect(screen.queryByText('Wi-Fi 7')).toBeNull();
});

it('describes one, with the revision that was seen', async () => {
  on('PATCH /api/admin/tags/wi-fi-7', ({ body }) => json({ ...wifi, ...(body as object), revision: 1 }));
  const user = renderApp('/admin/settings/tags');
  await user.click(await screen.findByRole('button', { name: 'Edit Wi-Fi 7' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit tag “Wi-Fi 7”' }));
  await user.type(dialog.getByLabelText('Description'), 'Routers of 2024.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const [sent] = calls('PATCH /api/admin/tags/wi-fi-7');
  expect(sent?.body).toEqual({ description: 'Routers of 2024.' });
  expect(sent?.headers.get('If-Match')).toBe('"0"');
});

it('keeps what was typed where the server refuses it', async () => {
  on('PATCH /api/admin/tags/wi-fi-7', () => problem(503, 'away'));
  const user = renderApp('/admin/settings/tags');
  await user.click(await screen.findByRole('button', { name: 'Edit Wi-Fi 7' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Description'), 'x'.repeat(3));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^The tag could not be saved\./)).toBeTruthy();
  expect(dialog.getByLabelText('Description')).toHaveProperty('value', 'xxx');
});

it('puts a former description back', async () => {
  const said = {
    at: '2026-11-02T09:04:00Z',
    storedAt: '2026-11-02T09:04:00Z',
    actor: { kind: 'admin', id: 'admin', name: 'admin' },
    type: 'NameDescribed',
    types: ['NameDescribed'],
  };
  on('GET /api/tags', [{ ...wifi, description: 'Slow.', revision: 3 }]);
  on('GET /api/admin/tags/wi-fi-7/history', [
    { ...said, revision: 3, changes: [{ field: 'description', old: null, new: 'Slow.' }] },
    { ...said, revision: 2, changes: [{ field: 'description', old: 'Routers of 2024.', new: null }] },
    { ...said, revision: 1, changes: [{ field: 'description', old: null, new: 'Routers of 2024.' }] },
  ]);
  on('PATCH /api/admin/tags/wi-fi-7', ({ body }) => json({ ...wifi, ...(body as object), revision: 4 }));
  const user = renderApp('/admin/settings/tags');
  await user.click(await screen.findByRole('button', { name: 'Edit Wi-Fi 7' }));
  const dialog = within(await screen.findByRole('dialog'));
  const former = within(await dialog.findByRole('region', { name: 'Former descriptions' }));
  const rows = await former.findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual(['No description', 'Routers of 2024.']);
  await user.click(former.getAllByRole('button', { name: 'Use again' })[1] as HTMLElement);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const [sent] = calls('PATCH /api/admin/tags/wi-fi-7');
  expect(sent?.body).toEqual({ description: 'Routers of 2024.' });
  expect(sent?.headers.get('If-Match')).toBe('"3"');
});
