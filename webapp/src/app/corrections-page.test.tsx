// What readers learn of corrections and updates: on a review, on an article, and on the page that lists all of them.
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Correction } from '@/lib/api-types';
import { makeArticle, makeChange, makeCorrection, makeReview, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

beforeEach(emptySite);

const update: Correction = {
  revision: 6,
  at: '2026-11-23T10:00:00Z',
  type: 'update',
  note: '',
  changes: [makeChange('rating', 'Rating', 4.6, 4)],
};
const correction: Correction = {
  revision: 4,
  at: '2026-11-20T10:00:00Z',
  type: 'correction',
  note: 'We had read the label of another one.',
  changes: [makeChange('verdict', 'Verdict', 'Buy it now.', 'Buy it later.')],
};

describe('a review', () => {
  it('says below its headline what was last corrected and updated, and at its end all of it', async () => {
    const corrections = [update, { ...correction, revision: 5, note: 'Once more.' }, correction];
    on('GET /api/reviews/1', rendered(makeReview({ corrections, updatedAt: update.at })));
    const user = renderApp('/reviews/1');
    const notices = within(await screen.findByRole('list', { name: 'Corrections and updates' }));
    expect(notices.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Updated on November 23: 4.6 → 4.0',
      'Corrected on November 20: verdict',
    ]);
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
  expect(await screen.findByRole('link', { name: 'Updated on November 23: text' })).toBeTruthy();
  expect(screen.getByText('November 23, 2026', { selector: 'header time' })).toBeTruthy();
  const record = screen.getByRole('region', { name: 'Updates' });
  expect(record.querySelector('del')?.textContent).toBe('ten');
  expect(record.querySelector('ins')?.textContent).toBe('twelve');
});

describe('the link to all changes', () => {
  it('says how many there were since the first publication', async () => {
    on('GET /api/reviews/1', rendered(makeReview({ changeCount: 4 })));
    renderApp('/reviews/1');
    expect(await screen.findByRole('link', { name: 'See all changes (4)' })).toHaveProperty('pathname', '/reviews/1/history');
  });

  it('is absent where nothing has changed', async () => {
    on('GET /api/news/1', rendered(makeArticle()));
    renderApp('/tech-articles/1');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: /changes/ })).toBeNull();
  });
});

describe('the page of corrections', () => {
  const facets = {
    total: 1,
    types: [
      { value: 'correction', label: 'Corrections', count: 1 },
      { value: 'update', label: 'Updates', count: 0 },
      { value: 'edit', label: 'Edits', count: 3 },
    ],
    kinds: [{ value: 'review', label: 'Reviews', count: 1 }],
    categories: [{ value: 'laptops', label: 'Laptops', count: 1 }],
    authors: [],
    years: [{ value: '2026', label: '2026', count: 1 }],
  };
  const listed = (total: number, ...all: ReturnType<typeof makeCorrection>[]) =>
    on('GET /api/corrections', () => json(all, 200, { 'X-Total-Count': String(total) }));
  beforeEach(() => on('GET /api/corrections/facets', facets));

  it('lists them with their item, date, reason, what it said before, both versions and the proof', async () => {
    listed(1, makeCorrection());
    renderApp('/corrections');
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toHaveProperty('hash', '#correction-4');
    const entry = screen.getAllByRole('listitem').find((one) => one.textContent.includes('quiet'));
    expect(entry?.textContent).toMatch(/^CorrectionNovember 2, 2026ReviewThe quiet laptopWe had measured the wrong model.Rating4.5 → 4.0/);
    expect(screen.getByRole('link', { name: /^Version before/ })).toHaveProperty('pathname', '/reviews/1/history/1');
    expect(screen.getByRole('link', { name: /^Version after/ })).toHaveProperty('pathname', '/reviews/1/history/4');
    expect(screen.getByRole('link', { name: 'Inclusion proof', hidden: true }).getAttribute('href')).toBe(
      '/api/checkpoint/inclusion?position=1207',
    );
    expect(screen.getByRole('link', { name: 'Subscribe to corrections' })).toHaveProperty('pathname', '/corrections.xml');
  });

  it('is narrowed by its address, as its feed is', async () => {
    listed(1, makeCorrection());
    const user = renderApp('/corrections');
    await screen.findByText('Edits (3)');
    await user.selectOptions(screen.getByLabelText('Type'), 'Edits (3)');
    expect(calls('GET /api/corrections').at(-1)?.query.toString()).toBe('type=edit&page=1');
    expect(await screen.findByRole('link', { name: 'Subscribe to this selection' })).toHaveProperty('search', '?type=edit');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, follow');
    await user.click(screen.getByRole('link', { name: 'Remove filter Type: Edits' }));
    expect(screen.queryByRole('link', { name: 'Subscribe to this selection' })).toBeNull();
  });

  it('has 50 on a page', async () => {
    listed(51, makeCorrection());
    renderApp('/corrections');
    expect(await screen.findByRole('link', { name: 'Page 2' })).toHaveProperty('search', '?page=2');
    expect(screen.queryByRole('link', { name: 'Page 3' })).toBeNull();
  });

  it('says of a withheld one why, and nothing else', async () => {
    listed(1, makeCorrection({ withheld: { reason: 'A court order.', at: update.at }, note: '', changes: [] }));
    renderApp('/corrections');
    expect(await screen.findByText('A court order.')).toBeTruthy();
  });

  it('says that there are none, of a selection too, and of what is no filter', async () => {
    listed(0);
    const user = renderApp('/corrections');
    expect(await screen.findByText('No corrections yet')).toBeTruthy();
    await screen.findByText('Edits (3)');
    await user.selectOptions(screen.getByLabelText('Type'), 'Edits (3)');
    expect(await screen.findByText('No entries match these filters')).toBeTruthy();
    on('GET /api/corrections', () => problem(400, 'There is no such category.'));
    await user.selectOptions(screen.getByLabelText('Category'), 'Laptops (1)');
    expect(await screen.findByText('There is no such filter')).toBeTruthy();
  });

  it('offers to try again after a failure', async () => {
    on('GET /api/corrections', () => problem(503, 'away'));
    const user = renderApp('/corrections');
    const again = await screen.findByRole('button', { name: 'Try again' });
    listed(1, makeCorrection());
    await user.click(again);
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toBeTruthy();
  });
});
