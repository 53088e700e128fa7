import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem, type Call } from '@/testing/server';
import type { Compensation } from '@/lib/api-types';
import { carryOut, keyUndo, undoOfUndo } from '../api/undo';
import { tally } from './undo-words';

const item = (id: number, changes: Partial<Compensation> = {}): Compensation => ({
  kind: 'review',
  id,
  revision: 1,
  title: `Review ${id}`,
  did: ['ReviewCreated', 'ReviewPublished'],
  events: 2,
  first: '2026-11-21T09:00:00Z',
  last: '2026-11-21T09:00:00Z',
  action: 'delete',
  changes: [],
  words: 'Delete this review',
  usedBy: 0,
  changedSince: null,
  ...changes,
});

let items: Compensation[] = [];

beforeEach(() => {
  emptySite();
  beginSession();
  items = [
    item(1, { kind: 'category', title: 'Audio', action: 'keep', words: 'Kept: used by 3 other items', did: ['CategoryCreated'] }),
    item(2, { kind: 'category', title: 'Video', did: ['CategoryCreated'], revision: 0, words: 'Delete this category' }),
    item(301, { changedSince: { by: { kind: 'admin', name: 'admin' }, at: '2026-11-21T10:00:00Z' } }),
    item(302, { action: 'none', words: 'Nothing to do: already in its earlier state' }),
    item(1),
    item(5),
  ];
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', { messages: { unread: 0, read: 0 } });
  on('GET /health/ready', { status: 'ready' });
  on('GET /api/openapi.json', { paths: {} });
  on('GET /api/admin/api-keys', []);
  on('GET /api/admin/api-keys/deleted', [
    { id: 7, title: 'press', revision: 1, deletedAt: '2026-11-21T11:00:00Z', deletedBy: { kind: 'admin', name: 'admin' } },
  ]);
  on('GET /api/admin/api-keys/7/undo', () => json({ total: items.length, items }));
});

async function open() {
  const user = renderApp('/admin/api');
  await user.click(await screen.findByText(/Deleted API keys/));
  await user.click(screen.getByRole('button', { name: 'Undo changes of press' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Undo changes' })) };
}

it('chooses what nobody else has touched, and undoes it and back', async () => {
  const { user, dialog } = await open();
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Review 1' })).checked).toBe(true);
  expect(dialog.getByText('3 of 6 selected')).toBeTruthy();
  expect(dialog.getByRole('checkbox', { name: 'Audio' }).hasAttribute('disabled')).toBe(true);
  expect(dialog.getByRole('checkbox', { name: 'Review 302' }).hasAttribute('disabled')).toBe(true);
  expect(dialog.getByText(/Changed since by admin/)).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Reviews/ }).indeterminate).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: /^Reviews/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'Review 1' }));
  await user.click(dialog.getByRole('button', { name: 'Undo 3 items' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo changes by “press”?' }));
  expect(question.getByText('2 reviews will be deleted')).toBeTruthy();
  expect(question.getByText('1 category will be deleted')).toBeTruthy();
  expect(question.queryByRole('checkbox')).toBeNull();

  on('POST /api/admin/api-keys/7/undo', () =>
    json({
      requestId: 'r',
      done: [
        { kind: 'review', id: 301, revision: 2, changed: true },
        { kind: 'category', id: 2, revision: 1, changed: true },
      ],
      errors: [{ kind: 'review', id: 5, status: 409, message: 'This was changed.' }],
    }),
  );
  await user.click(question.getByRole('button', { name: 'Undo 3 items' }));
  expect(await dialog.findByText('2 items undone')).toBeTruthy();
  expect(dialog.getByText('1 item could not be undone')).toBeTruthy();
  expect(dialog.getByText('Review 5')).toBeTruthy();
  on('POST /api/admin/undo', { requestId: 'r', done: [{ kind: 'review', id: 301, revision: 3, changed: true }], errors: [] });
  await user.click(dialog.getByRole('button', { name: 'Undo this undo' }));
  expect(await dialog.findByText('1 item undone')).toBeTruthy();
  expect(calls('POST /api/admin/undo')[0]?.body).toMatchObject({
    requestId: 'r',
    items: [
      { kind: 'review', id: 301, revision: 2 },
      { kind: 'category', id: 2, revision: 1 },
    ],
  });
});

it('goes in parts, categories last, and back by the request of each part', async () => {
  const many = [item(2, { kind: 'category', revision: 0 }), ...Array.from({ length: 300 }, (_, i) => item(i + 1))];
  let requests = 0;
  const answer = ({ body }: Call) =>
    json({
      requestId: `request-${++requests}`,
      done: (body as { items: object[] }).items.map((d) => ({ ...d, changed: true })),
      errors: [],
    });
  on('POST /api/admin/api-keys/7/undo', answer);
  const seen: [number, number][] = [];
  const outcome = await carryOut(keyUndo(7, '2026-11-21T09:00:00Z', many, true), (done, total) => seen.push([done, total]));
  expect(outcome.done).toHaveLength(301);
  expect(seen).toEqual([
    [250, 301],
    [301, 301],
  ]);
  const parts = calls('POST /api/admin/api-keys/7/undo').map((c) => c.body as { since: string; items: object[]; deactivate?: boolean });
  expect(parts.map((p) => [p.items.length, p.since, p.deactivate])).toEqual([
    [250, '2026-11-21T09:00:00Z', true],
    [51, '2026-11-21T09:00:00Z', undefined],
  ]);
  expect(parts[1]?.items.at(-1)).toEqual({ kind: 'category', id: 2, revision: 0 });
  on('POST /api/admin/undo', answer);
  await carryOut(undoOfUndo(outcome), () => undefined);
  const back = calls('POST /api/admin/undo').map((c) => c.body as { requestId: string; items: object[] });
  expect(back.map((p) => [p.requestId, p.items.length])).toEqual([
    ['request-1', 250],
    ['request-2', 51],
  ]);
});

it('says when there is nothing, when it can’t be loaded, and when the undo fails', async () => {
  on('GET /api/admin/api-keys/7/undo', () => problem(503, 'away'));
  const { user, dialog } = await open();
  expect(await dialog.findByText('The changes could not be loaded')).toBeTruthy();
  on('GET /api/admin/api-keys/7/undo', () => json({ total: 0, items: [] }));
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('Nothing to undo')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Undo' }).hasAttribute('disabled')).toBe(true);
  on('GET /api/admin/api-keys/7/undo', () => json({ total: 1, items: [item(1)] }));
  await user.selectOptions(dialog.getByLabelText('Changes made in'), 'Ever');
  await dialog.findByText('Review 1');
  expect(calls('GET /api/admin/api-keys/7/undo').at(-1)?.query.get('since')).toBeNull();
  on('POST /api/admin/api-keys/7/undo', () => problem(400, 'no'));
  await user.click(dialog.getByRole('button', { name: 'Undo 1 item' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo 1 item' }));
  expect(await screen.findAllByText(/could not be undone/)).not.toHaveLength(0);
  expect(await dialog.findByText('Review 1')).toBeTruthy();
});

it('tells what will be done by kinds', () => {
  expect(
    tally([
      item(1),
      item(2, { action: 'revert' }),
      item(3, { kind: 'category' }),
      item(4, { kind: 'category' }),
      item(5, { kind: 'article', action: 'restore' }),
    ]),
  ).toEqual(['1 review will be deleted', '1 review will be reverted', '1 article will be restored', '2 categories will be deleted']);
});
