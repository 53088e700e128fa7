// The public history of an item: its versions, what is withheld, and the pages of a long one.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Version } from '@/lib/api-types';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on } from '@/testing/server';

const version = (more: Partial<Version>): Version => ({
  revision: 1, at: '2026-11-21T08:00:00Z', type: 'published', note: null, title: 'The kettle', rating: 4.6, changes: [], isCurrent: false, position: 7, withheld: null, ...more,
});

beforeEach(emptySite);

it('lists what changed, and says what is withheld', async () => {
  on('GET /api/reviews/7/history', {
    mode: 'full',
    next: null,
    versions: [
      version({
        revision: 6, type: 'correction', note: 'We measured again.', rating: 4, isCurrent: true,
        changes: [{ field: 'rating', to: 4 }, { field: 'pros', from: ['Loud'], to: ['Quiet'] }, { field: 'verdict', from: 'No.', to: 'Yes.' }],
      }),
      version({ revision: 3, type: 'minor', title: '', rating: null, withheld: { reason: 'A court order.', at: '2026-11-22T08:00:00Z' } }),
      version({}),
    ],
  });
  renderApp('/reviews/7/history');
  await screen.findByRole('heading', { level: 1, name: 'History' });
  const [latest, hidden, first] = screen.getAllByRole('listitem').filter((item) => item.id.startsWith('version-'));
  expect(latest?.textContent).toMatch(/Corrected November 21, 2026 · Current version/);
  expect(latest?.textContent).toContain('We measured again.');
  expect(latest?.textContent).toContain('withheld → 4.0/5');
  expect(latest?.textContent).toMatch(/Pros.*Quiet/);
  expect(hidden?.textContent).toContain('Withheld since November 22, 2026: A court order.');
  expect(first?.textContent).toContain('Score 4.6/5');
  expect(screen.queryByRole('button', { name: 'Earlier versions' })).toBeNull();
});

it('shows earlier versions on demand', async () => {
  on('GET /api/news/7/history', ({ query }) => {
    const later = !query.has('before');
    return json({ mode: 'corrections', next: later ? 5 : null, versions: [version({ revision: later ? 5 : 1, rating: null })] });
  });
  const user = renderApp('/tech-articles/7/history');
  await user.click(await screen.findByRole('button', { name: 'Earlier versions' }));
  expect(await screen.findAllByRole('heading', { name: 'The kettle' })).toHaveLength(2);
  expect(calls('GET /api/news/7/history')).toHaveLength(2);
  screen.getByText(/The first version of this tech article, and its corrections and updates/);
});

it('says that there is none', async () => {
  on('GET /api/reviews/7/history', () => json({ status: 404, title: 'Not Found' }, 404));
  renderApp('/reviews/7/history');
  await screen.findByRole('heading', { name: 'History Not Found' });
});
