import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeMark, makeWeek } from '@/testing/makers';
import { onNarrowScreen } from '@/testing/match-media';
import { emptySite, renderApp } from '@/testing/render';
import { json, on, problem } from '@/testing/server';

const days = makeWeek().days.map((day, i) => ({ ...day, views: 10 * i }));

const week = makeWeek({
  drafts: { reviews: 2, articles: 1, pages: 0, edits: 1 },
  schedule: {
    items: 3,
    next: { kind: 'article', id: 7, title: 'Chips', action: 'publish', at: '2026-11-22T09:00:00Z' },
    notPublished: [{ kind: 'review', id: 5, title: 'Kettle', at: '2026-11-20T09:00:00Z', reason: 'The title was changed.' }],
  },
  unreadMessages: 4,
  corrections: 1,
  days,
  marks: [
    makeMark({ type: 'published', kind: 'review', id: 3, title: 'Slate 14', at: '2026-11-16T09:00:00Z' }),
    makeMark({ type: 'correction', kind: 'review', id: 5, title: '', at: '2026-11-20T09:00:00Z' }),
  ],
});

const overview = () => screen.findByRole('region', { name: 'This week' });

beforeEach(() => {
  emptySite();
  beginSession();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, byCategory: [] },
    articles: { total: 0 },
    pages: { total: 0 },
    messages: { unread: 4, read: 0 },
  });
  for (const kind of ['reviews', 'news', 'pages']) on(`GET /api/admin/${kind}`, () => json([], 200, { 'X-Total-Count': '0' }));
  on('GET /api/admin/week', week);
});

it('what waits leads to where one acts', async () => {
  renderApp('/admin/reviews');
  const region = within(await overview());
  const address = async (name: string) => (await region.findByRole('link', { name })).getAttribute('href');
  expect(await address('2 reviews')).toBe('/admin/reviews?status=draft');
  expect(await address('1 article')).toBe('/admin/articles?status=draft');
  expect(await address('Chips')).toBe('/admin/articles/7/edit');
  expect(await address('Not published: Kettle. The title was changed.')).toBe('/admin/reviews/5/edit');
  expect(await address('Messages')).toBe('/admin/messages');
  expect(await address('Corrections page')).toBe('/corrections');
  expect(await address('210 views')).toBe('/admin/analytics');
  expect(region.queryByText('0 pages')).toBeNull();
  expect(region.getByText('1 unpublished edit')).toBeTruthy();
});

it('the chart and its marks are told in words', async () => {
  renderApp('/admin/articles');
  const region = within(await overview());
  expect((await region.findByRole('img')).getAttribute('aria-label')).toBe(
    'Views per day: Nov 15: 0, Nov 16: 10, Nov 17: 20, Nov 18: 30, Nov 19: 40, Nov 20: 50, Nov 21: 60.',
  );
  const marks = region.getAllByRole('listitem').map((item) => item.textContent);
  expect(marks).toEqual(['Corrected: Untitled reviewFri', 'Published: Slate 14Mon']);
  expect(region.getByRole('link', { name: 'Untitled review' }).getAttribute('href')).toBe('/admin/reviews/5/edit');
});

it('a week without anything says so', async () => {
  on('GET /api/admin/week', makeWeek({ days: [] }));
  renderApp('/admin/pages');
  const region = within(await overview());
  expect(await region.findByText('Nothing scheduled')).toBeTruthy();
  expect(region.getByText('Nothing this week')).toBeTruthy();
  expect(region.getByText(/visits are being counted/)).toBeTruthy();
});

it('a failure is said without taking the list away, and tried again', async () => {
  on('GET /api/admin/week', () => problem(503, 'away'));
  const user = renderApp('/admin/reviews');
  const region = within(await overview());
  await region.findByText(/could not be loaded/);
  expect(await screen.findByText('No reviews yet')).toBeTruthy();
  on('GET /api/admin/week', week);
  await user.click(region.getByRole('button', { name: 'Try again' }));
  expect(await region.findByText('Drafts waiting')).toBeTruthy();
});

it('on a phone it is one line that opens, and stays open', async () => {
  onNarrowScreen();
  const user = renderApp('/admin/reviews');
  const line = await screen.findByText('3 drafts · 3 scheduled · 1 not published · 4 unread · 210 views');
  expect(screen.queryByText('Drafts waiting')).toBeNull();
  await user.click(line);
  expect(await screen.findByText('Drafts waiting')).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('candor-overview')).toBe('open'));
});
