// The dashboard's history of an item: what its saves were to readers, and withholding them.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeReview, makeSite, makeVersion } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { saying } from '@/testing/saying';
import { calls, json, on, problem } from '@/testing/server';

const about = { at: '2026-11-02T09:04:00Z', storedAt: '2026-11-02T09:04:00Z', actor: { kind: 'admin', id: 'admin', name: 'admin' } };
const revisions = [
  {
    ...about,
    revision: 5,
    type: 'ReviewUpdated',
    types: ['ReviewUpdated'],
    correlationId: 'd',
    changes: [{ field: 'verdict', old: 'Wait.', new: 'Buy it.' }],
  },
  {
    ...about,
    revision: 4,
    type: 'ReviewTypoMarked',
    types: ['ReviewUpdated', 'ReviewTypoMarked'],
    correlationId: 'c',
    changes: [{ field: 'verdict', old: 'Wiat.', new: 'Wait.' }],
  },
  {
    ...about,
    revision: 2,
    type: 'ReviewFeatured',
    types: ['ReviewFeatured'],
    correlationId: 'b',
    changes: [{ field: 'isFeatured', old: false, new: true }],
  },
  {
    ...about,
    revision: 1,
    type: 'ReviewPublished',
    types: ['ReviewCreated', 'ReviewPublished'],
    correlationId: 'a',
    changes: [{ field: 'isPublished', old: false, new: true }],
  },
];
const versions = [
  makeVersion({ revision: 5, type: 'edit', label: 'Edited', isCurrent: true }),
  makeVersion({ revision: 4, type: 'typo', label: 'Typo' }),
  makeVersion({ revision: 1 }),
];
const history = (all: object[]) => ({ mode: 'full', versions: all, next: null });

beforeEach(() => {
  beginSession();
  emptySite();
  const review = makeReview({ id: 7, title: 'The kettle' });
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 1, published: 1, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 0, published: 0, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  on('GET /api/admin/reviews', () => json([review], 200, { 'X-Total-Count': '1' }));
  on('GET /api/admin/reviews/7', review);
  on('GET /api/admin/reviews/7/history', revisions);
  on('GET /api/reviews/7/history', history(versions));
});

async function open() {
  const user = renderApp('/admin/reviews');
  await user.click(await screen.findByRole('button', { name: 'History of The kettle' }));
  await screen.findByRole('button', { name: 'Withhold…' }); // the versions are there
  const rows = () => within(screen.getByRole('list', { name: 'Revisions, newest first' })).getAllByRole('button');
  return { user, rows };
}

it('names what each edit was to readers', async () => {
  const { rows } = await open();
  expect(rows().map((row) => row.querySelector('span')?.textContent)).toEqual([
    'Edited Verdict',
    'Edited Verdict, marked as a typo',
    'Featured',
    'Created, published',
  ]);
  expect(rows().map((row) => /Edited$/.exec(row.textContent)?.[0])).toEqual(['Edited', undefined, undefined, undefined]);
});

it('withholds a version with a reason, and releases it', async () => {
  on('POST /api/admin/reviews/7/history/4/withhold', () => {
    on(
      'GET /api/reviews/7/history',
      history([
        versions[0] ?? {},
        makeVersion({ revision: 4, type: 'typo', label: 'Typo', withheld: { reason: 'A court order.', at: about.at } }),
        versions[2] ?? {},
      ]),
    );
    return json(makeVersion());
  });
  on('DELETE /api/admin/reviews/7/history/4/withhold', () => {
    on('GET /api/reviews/7/history', history(versions));
    return json(null, 204);
  });
  const { user, rows } = await open();
  await user.click(rows()[2] as HTMLElement); // readers don't learn what is featured
  expect(screen.queryByRole('button', { name: 'Withhold…' })).toBeNull();
  await user.click(rows()[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Withhold…' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(saying(/^Readers will no longer see “The kettle” as it was on November 23, 2026/))).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Withhold' }));
  expect(question.getByText('State the reason')).toBeTruthy();
  await user.type(question.getByLabelText('Reason'), '  A court order. ');
  await user.click(question.getByRole('button', { name: 'Withhold' }));
  expect(await screen.findByText('Version withheld')).toBeTruthy();
  expect(calls('POST /api/admin/reviews/7/history/4/withhold')[0]?.body).toEqual({ reason: 'A court order.' });

  expect((await screen.findByText('Withheld from readers')).closest('p')?.textContent).toContain('They see the reason: A court order.');
  expect(rows()[1]?.textContent).toMatch(/marked as a typo.*Withheld$/);
  expect(screen.queryByRole('button', { name: 'Withhold…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(screen.queryByText('Withheld from readers')).toBeNull());
});

it('says in the server’s words that the current version can’t be withheld', async () => {
  on('POST /api/admin/reviews/7/history/5/withhold', () => problem(409, 'Readers see this version now. Change or unpublish it first.'));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Withhold…' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.type(question.getByLabelText('Reason'), 'A court order.');
  await user.click(question.getByRole('button', { name: 'Withhold' }));
  expect(await question.findByText('Readers see this version now. Change or unpublish it first.')).toBeTruthy();
});

it('offers nothing where readers have no history', async () => {
  const user = renderApp('/admin/reviews', makeSite({ publicHistory: 'off' }));
  await user.click(await screen.findByRole('button', { name: 'History of The kettle' }));
  await screen.findByText('Edited Verdict, marked as a typo');
  expect(screen.queryByRole('button', { name: 'Withhold…' })).toBeNull();
  expect(calls('GET /api/reviews/7/history')).toHaveLength(0);
});
