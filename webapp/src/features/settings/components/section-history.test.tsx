// The history of a section of the settings.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { pictureId, makePicture } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { makeSettings, noSettingsDrafts } from '@/testing/settings';

const actor = { kind: 'admin', id: 'admin', name: 'admin' };
const logo = makePicture({ id: pictureId('c'), name: 'logo.png' });
const revisions = [
  {
    revision: 2,
    type: 'SiteSettingsChanged',
    at: '2026-11-22T10:00:00Z',
    storedAt: '2026-11-22T10:00:00Z',
    actor,
    changes: [{ field: 'logo', old: null, new: logo.url }],
  },
  {
    revision: 1,
    type: 'SiteSettingsChanged',
    at: '2026-11-21T10:00:00Z',
    storedAt: '2026-11-21T10:00:00Z',
    actor,
    changes: [
      { field: 'name', old: 'Candor', new: 'Noisy Kitchen' },
      { field: 'timeZone', old: 'UTC', new: 'Europe/Paris' },
    ],
  },
];
const path = '/api/admin/settings/site/history';

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, byCategory: [] },
    articles: { total: 0 },
    pages: { total: 0 },
    messages: { unread: 0, read: 0 },
  });
  on('GET /api/admin/settings', makeSettings({ site: { name: 'Noisy Kitchen', logo: logo.url, revision: 2 } }));
  noSettingsDrafts();
  on(`GET ${path}`, revisions);
  on(`GET /api/admin/media/${logo.id}`, logo);
});

const dialog = async () => within(await screen.findByRole('dialog', { name: 'History of Site' }));

it('tells changes by the form’s labels, pictures as pictures, down to the defaults', async () => {
  const user = renderApp('/admin/settings/site');
  await user.click(await screen.findByRole('button', { name: 'History' }));
  const history = await dialog();
  const entries = within(await history.findByRole('list', { name: 'Changes, newest first' })).getAllByRole('button');
  expect(entries.map((entry) => entry.firstElementChild?.textContent)).toEqual(['Logo', 'Name, Time zone', 'The defaults']);
  expect(await history.findByRole('img', { name: 'logo.png' })).toBeTruthy();
  expect(history.getByText('These are the current settings.')).toBeTruthy();

  await user.click(history.getByRole('button', { name: /^Name, Time zone/ }));
  expect(history.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'Time zone']);
  expect(history.getByText('Candor').tagName).toBe('DEL');
  expect(history.getByText('Noisy Kitchen').tagName).toBe('INS');
});

it('restores a change, and the defaults', async () => {
  on(`POST ${path}/{id}/restore`, makeSettings({ site: { revision: 3 } }).site);
  const user = renderApp('/admin/settings/site?history=0');
  const history = await dialog();
  await user.click(await history.findByRole('button', { name: 'Restore the defaults' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore' }));
  await notice('Site settings restored');
  const [restore] = calls(`POST ${path}/0/restore`);
  expect(restore?.headers.get('If-Match')).toBe('"2"');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Candor');
});

it('asks once more where that deletes something', async () => {
  on(`POST ${path}/{id}/restore`, ({ body }) =>
    (body as { confirm?: boolean } | undefined)?.confirm
      ? json(makeSettings({ site: { revision: 3 } }).site)
      : json({ status: 409, message: 'Shorter', count: 0, at: '2026-12-21T12:00:00' }, 409),
  );
  const user = renderApp('/admin/settings/site?history=1');
  await user.click(await (await dialog()).findByRole('button', { name: 'Restore this version' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Store it for a shorter time?' }));
  expect(question.getByText(/^Nothing is that old yet\. The first is deleted on December 21, 2026/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Save' }));
  await notice('Site settings restored');
  expect(calls(`POST ${path}/1/restore`).map(({ body }) => body)).toEqual([undefined, { confirm: true }]);
});

it('says that the settings were changed meanwhile', async () => {
  on(`POST ${path}/{id}/restore`, () => problem(412, 'Changed'));
  const user = renderApp('/admin/settings/site?history=1');
  await user.click(await (await dialog()).findByRole('button', { name: 'Restore this version' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore' }));
  await notice(/changed in the meantime/);
});

it('shows older changes on demand', async () => {
  on(`GET ${path}`, ({ query }) => json(query.has('before') ? revisions.slice(1) : revisions.slice(0, 1)));
  const user = renderApp('/admin/settings/site?history');
  const history = await dialog();
  expect(history.queryByText('The defaults')).toBeNull();
  await user.click(await history.findByRole('button', { name: 'Show older' }));
  expect(await history.findByText('The defaults')).toBeTruthy();
});

it('says that unsaved changes of the form stay', async () => {
  on('GET /api/admin/settings/site/draft', {
    id: 'settings-site',
    kind: 'settings',
    itemId: null,
    base: 2,
    fields: { tagline: 'Mine' },
    was: { tagline: 'Honest tech reviews' },
    title: 'site',
    updatedAt: '2026-11-22T10:00:00Z',
    by: actor,
    revision: 0,
    schedule: null,
  });
  const user = renderApp('/admin/settings/site?history=1');
  await user.click(await (await dialog()).findByRole('button', { name: 'Restore this version' }));
  expect(within(await screen.findByRole('alertdialog')).getByText(/^Your draft changes stay in the form/)).toBeTruthy();
});
