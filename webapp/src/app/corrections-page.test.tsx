// What readers learn of corrections and updates: on a review, on an article, and on the page that lists all of them.
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Correction } from '@/lib/api-types';
import { makeArticle, makeChange, makeCorrection, makeReview, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

beforeEach(emptySite);

const update: Correction = { revision: 6, at: '2026-11-23T10:00:00Z', type: 'update', note: '', changes: [makeChange('rating', 'Rating', 4.6, 4)] };
const correction: Correction = { revision: 4, at: '2026-11-20T10:00:00Z', type: 'correction', note: 'We had read the label of another one.', changes: [makeChange('verdict', 'Verdict', 'Buy it now.', 'Buy it later.')] };

describe('a review', () => {
  it('says below its headline what was last corrected and updated, and at its end all of it', async () => {
    const corrections = [update, { ...correction, revision: 5, note: 'Once more.' }, correction];
    on('GET /api/reviews/1', rendered(makeReview({ corrections, updatedAt: update.at })));
    const user = renderApp('/reviews/1');
    const notices = within(await screen.findByRole('list', { name: 'Corrections and updates' }));
    expect(notices.getAllByRole('link').map((link) => link.textContent)).toEqual(['Updated November 23: 4.6 → 4.0', 'Corrected November 20: verdict']);
    expect(notices.getAllByRole('link')[1]).toHaveProperty('hash', '#correction-5');

    const record = within(screen.getByRole('region', { name: 'Corrections and updates' }));
    expect(record.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Updated November 23, 2026Rating4.6 → 4.0',
      'Corrected November 20, 2026Once more.VerdictBuy it now. → Buy it later.',
      'Corrected November 20, 2026We had read the label of another one.VerdictBuy it now. → Buy it later.',
    ]);
    on('GET /api/corrections', () => json([], 200, { 'X-Total-Count': '0' }));
    await user.click(record.getByRole('link', { name: 'All corrections' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Corrections' })).toBeTruthy();
  });

  it('says nothing where there is nothing', async () => {
    on('GET /api/reviews/1', rendered(makeReview({ corrections: [] })));
    renderApp('/reviews/1');
    await screen.findByRole('heading', { level: 1, name: 'The quiet laptop' });
    expect(screen.queryByRole('list', { name: 'Corrections and updates' })).toBeNull();
    expect(screen.queryByRole('heading', { name: /Corrections|Updates/ })).toBeNull();
  });
});

it('an article says when it was updated, and what it said before', async () => {
  const changes = [makeChange('content', 'Text', 'ten', 'twelve')];
  on('GET /api/news/1', rendered(makeArticle({ corrections: [{ ...update, changes }], updatedAt: update.at, updateNotedAt: update.at })));
  renderApp('/tech-articles/1');
  expect(await screen.findByRole('link', { name: 'Updated November 23: text' })).toBeTruthy();
  expect(screen.getByText('November 23, 2026', { selector: 'header time' })).toBeTruthy();
  const record = screen.getByRole('region', { name: 'Updates' });
  expect(record.querySelector('del')?.textContent).toBe('ten');
  expect(record.querySelector('ins')?.textContent).toBe('twelve');
});

describe('the page of corrections', () => {
  it('lists them with their item, date, reason and what it said before, and the rest on demand', async () => {
    on('GET /api/corrections', ({ query }) => {
      const first = !query.has('offset');
      return json([first ? makeCorrection() : makeCorrection({ kind: 'article', id: 2, type: 'update', note: '', title: 'A town', url: '/tech-articles/2#update-3', changes: [makeChange('excerpt', 'Summary', null, 'A model.')] })], 200, { 'X-Total-Count': '2' });
    });
    const user = renderApp('/corrections');
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toHaveProperty('hash', '#correction-4');
    const [entry] = screen.getAllByRole('listitem').filter((one) => one.textContent.includes('quiet'));
    expect(entry?.textContent).toBe('CorrectionNovember 2, 2026ReviewThe quiet laptopWe had measured the wrong model.Rating4.5 → 4.0');
    expect(screen.getByRole('link', { name: 'Subscribe to corrections' })).toHaveProperty('pathname', '/corrections.xml');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'A town' })).toHaveProperty('pathname', '/tech-articles/2');
    expect(calls('GET /api/corrections')[1]?.query.get('offset')).toBe('1');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says that there are none', async () => {
    on('GET /api/corrections', () => json([], 200, { 'X-Total-Count': '0' }));
    renderApp('/corrections');
    expect(await screen.findByText('No corrections yet')).toBeTruthy();
  });

  it('offers to try again after a failure', async () => {
    on('GET /api/corrections', () => problem(503, 'away'));
    const user = renderApp('/corrections');
    const again = await screen.findByRole('button', { name: 'Try again' });
    on('GET /api/corrections', () => json([makeCorrection()], 200, { 'X-Total-Count': '1' }));
    await user.click(again);
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toBeTruthy();
  });
});
