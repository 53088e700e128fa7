import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeMark } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { bucketName, countryName, durationName, placeName, referrerName, tickName } from '../names';
import type { Series, Summary } from '@/lib/api-types';

const nothing: Series = {
  range: '7d',
  bucket: 'day',
  from: '2026-11-15T00:00:00Z',
  to: '2026-11-22T00:00:00Z',
  buckets: [15, 16, 17, 18, 19, 20, 21].map((day) => ({ start: `2026-11-${day}T00:00:00Z`, views: 0, visitors: 0, sessions: 0 })),
  views: 0,
  visitors: 0,
  bots: 0,
  sessions: { count: 0, views: 0, bounces: 0, viewsPerSession: 0, bounceShare: 0, seconds: 0 },
  entryPages: [],
  referrers: [],
  browsers: [],
  systems: [],
  devices: [],
  pages: [],
  countries: [],
};

const some: Series = {
  ...nothing,
  buckets: nothing.buckets.map((b, i) => ({ ...b, views: 1000 * i, visitors: i })),
  views: 21_000,
  visitors: 12,
  bots: 3456,
  sessions: { count: 1200, views: 3000, bounces: 492, viewsPerSession: 2.5, bounceShare: 0.41, seconds: 151.2 },
  entryPages: [
    { page: '/', count: 1000 },
    { page: '/reviews/1', count: 1 },
  ],
  pages: [{ page: '/reviews/1', count: 9000 }],
  countries: [{ country: 'SG', count: 21_000 }],
  referrers: [
    { referrer: '', count: 20_000 },
    { referrer: 'search.example', count: 900 },
    { referrer: 'localhost:3000', count: 100 },
  ],
  browsers: [
    { browser: 'Firefox', count: 20_999 },
    { browser: '', count: 1 },
  ],
  systems: [{ system: 'Linux', count: 21_000 }],
  devices: [
    { device: 'desktop', count: 20_000 },
    { device: 'phone', count: 1000 },
  ],
};

const unseen: Summary = { uniqueVisitors: 0, topPages: [], topCountries: [], recentActivity: [], bots: 0 };

const seen: Summary = {
  bots: 1,
  uniqueVisitors: 1234,
  topPages: Array.from({ length: 10 }, (_, i) => ({ page: `/reviews/${i}`, count: 100 - i })),
  topCountries: ['DE', 'Local', 'Unknown', 'SG', 'US', 'FR', 'JP', 'BR', 'GB', 'CN'].map((country, i) => ({ country, count: 50 - i })),
  recentActivity: [
    {
      id: 20,
      event: 'page_view',
      page: '/<b>bold</b>',
      ipAddress: '203.0.113.9',
      country: 'DE',
      city: 'Berlin',
      createdAt: new Date(Date.parse('2026-11-21T12:00:00Z') - 330_000).toISOString(),
    },
    {
      id: 10,
      event: 'click',
      page: '/about',
      ipAddress: '[erased]',
      country: 'Local',
      city: null,
      createdAt: new Date(Date.parse('2026-11-21T12:00:00Z') - 7_500_000).toISOString(),
    },
  ],
};

const lines = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((li) => li.textContent);
const figures = (): Record<string, string | undefined> =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((d): [string, string | undefined] => [
      d.querySelector('dt')?.textContent ?? '',
      d.querySelector('dd')?.textContent,
    ]),
  );
const asked = () => calls('GET /api/analytics/series').map((c) => c.query.toString());

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
  emptySite();
  beginSession();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', { messages: { unread: 0, read: 0 } });
  on('GET /api/analytics/summary', seen);
  on('GET /api/analytics/marks', []);
  on('GET /api/analytics/series', ({ query }) => json({ ...some, range: query.get('range'), bucket: query.get('bucket') }));
});

describe('since the beginning', () => {
  it('shows the cards, the first eight of each list, and the recent activity', async () => {
    renderApp('/admin/analytics');
    expect(await lines('Most Popular Pages')).toEqual(Array.from({ length: 8 }, (_, i) => `/reviews/${i}${100 - i} views`));
    expect(await lines('Visitor Countries')).toEqual([
      'Germany50 visits',
      'Local49 visits',
      'Unknown48 visits',
      'Singapore47 visits',
      'United States46 visits',
      'France45 visits',
      'Japan44 visits',
      'Brazil43 visits',
    ]);
    expect(figures()).toMatchObject({ 'Top Pages': '10', 'Unique Visitors': '1,234' });
    const table = within(screen.getByRole('table', { name: 'Recent Activity (Last 30 Events)' }));
    expect(table.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['Event', 'Page', 'IP Address', 'Location', 'Time']);
    const rows = table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((c) => c.textContent),
      );
    expect(rows).toEqual([
      ['page_view', '/<b>bold</b>', '203.0.113.9', 'Germany, Berlin', '5 minutes ago'],
      ['click', '/about', '[erased]', 'Local', '2 hours ago'],
    ]);
  });

  it('says that nobody was there yet', async () => {
    on('GET /api/analytics/summary', unseen);
    on('GET /api/analytics/series', nothing);
    renderApp('/admin/analytics');
    for (const text of ['No page views yet', 'No visits yet', 'No activity yet', 'No visits in this period'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByText('No data')).toHaveLength(7);
    expect(figures()).toMatchObject({
      'Top Pages': '0',
      'Unique Visitors': '0',
      Views: '0',
      Sessions: '0',
      'Views per session': '–',
      'Bounce rate': '–',
      'Visit duration': '–',
    });
  });

  it('tries three times more before it tells of a failure', async () => {
    on('GET /api/analytics/summary', () => problem(503, 'away'));
    const user = renderApp('/admin/analytics');
    await screen.findByText('The summary could not be loaded');
    expect(calls('GET /api/analytics/summary')).toHaveLength(4);
    on('GET /api/analytics/summary', seen);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await lines('Most Popular Pages')).toHaveLength(8);
  });
});

describe('visits over time', () => {
  it('shows a week by day, and where and with what people came', async () => {
    renderApp('/admin/analytics');
    expect(await lines('Referrers')).toEqual(['Direct visits20,000 views', 'search.example900 views', 'This site100 views']);
    expect(await lines('Browsers')).toEqual(['Firefox20,999 views', 'Unknown1 view']);
    expect(await lines('Devices')).toEqual(['Desktop20,000 views', 'Phone1,000 views']);
    expect(await lines('Systems')).toEqual(['Linux21,000 views']);
    expect(await lines('Entry Pages')).toEqual(['/1,000 sessions', '/reviews/11 session']);
    expect(await lines('Pages')).toEqual(['/reviews/19,000 views']);
    expect(await lines('Countries')).toEqual(['Singapore21,000 views']);
    expect(figures()).toMatchObject({
      Views: '21,000',
      Visitors: '12',
      Sessions: '1,200',
      'Views per session': '2.5',
      'Bounce rate': '41%',
      'Visit duration': '2 min 31 s',
    });
    expect(screen.getByText('Visits by people. Bots and admin pages are excluded from all figures below.')).toBeTruthy();
    expect(screen.getByText('3,456 bot views excluded')).toBeTruthy();
    expect(await screen.findByText('1 bot view excluded')).toBeTruthy();
    expect(asked()).toEqual(['range=7d&bucket=day']);
    expect(screen.getByRole('img', { name: /^Chart of views and visitors by day: 21,000 views by 12 visitors/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: '7 days', pressed: true })).toBeTruthy();
  });

  it('asks for the range and the steps that were chosen', async () => {
    const user = renderApp('/admin/analytics');
    await lines('Referrers');
    const press = async (name: string) => user.click(screen.getByRole('button', { name }));
    await press('By hour');
    await press('30 days'); // still by hour
    await press('90 days'); // days only
    await press('All');
    await press('24 hours');
    await waitFor(() =>
      expect(asked()).toEqual([
        'range=7d&bucket=day',
        'range=7d&bucket=hour',
        'range=30d&bucket=hour',
        'range=90d&bucket=day',
        'range=all&bucket=day',
        'range=24h&bucket=hour',
      ]),
    );
    expect(screen.queryByRole('button', { name: 'By day' })?.closest('.invisible')).toBeTruthy();
    await press('7 days');
    expect(screen.getByRole('button', { name: 'By day', pressed: true }).closest('.invisible')).toBeNull();
  });

  it('keeps what was shown until the other range is there', async () => {
    const user = renderApp('/admin/analytics');
    await lines('Referrers');
    on('GET /api/analytics/series', () => new Promise<Response>(() => undefined));
    await user.click(screen.getByRole('button', { name: '90 days' }));
    expect(document.querySelector('[aria-busy=true]')).toBeTruthy();
    expect(figures().Views).toBe('21,000');
  });

  it('is shown as its address says, also as a table', async () => {
    const user = renderApp('/admin/analytics?range=30d&by=hour&view=table');
    const table = within(await screen.findByRole('region', { name: 'Views and visitors by hour' }));
    expect(table.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['Hour (UTC)', 'Views', 'Visitors']);
    expect(table.getAllByRole('row')[1]?.textContent).toBe('Nov 21, 2026, 00:006,0006');
    expect(asked()).toEqual(['range=30d&bucket=hour']);
    await user.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(screen.getByRole('img')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.getByRole('region', { name: 'Views and visitors by hour' })).toBeTruthy();
  });

  it.each([
    'range=century&by=second',
    'from=2026-11-31&to=2026-12-01',
    'from=2026-11-08&to=2026-11-01',
    'from=2026-11-01',
    'from=2999-01-01&to=2999-01-02',
  ])('takes an address that makes no sense (%s) for a week', async (query) => {
    renderApp(`/admin/analytics?${query}`);
    await lines('Referrers');
    expect(asked()).toEqual(['range=7d&bucket=day']);
  });

  it("shows days of one's own, the last one included", async () => {
    const user = renderApp('/admin/analytics');
    await lines('Referrers');
    expect(screen.queryByRole('form', { name: 'Dates' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dates' }));
    const [from, to] = [await screen.findByLabelText<HTMLInputElement>('From'), screen.getByLabelText<HTMLInputElement>('To')];
    expect(from.value).toBe('2026-11-15');
    fireEvent.change(from, { target: { value: '2026-10-30' } });
    fireEvent.change(to, { target: { value: '2026-10-29' } });
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('alert').textContent).toBe('The start date must not be after the end date.');
    fireEvent.change(to, { target: { value: '2026-10-31' } });
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(asked().at(-1)).toBe('from=2026-10-30&to=2026-11-01&bucket=day'));
    expect(screen.getByRole('button', { name: 'Dates', pressed: true })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'By hour' }));
    await waitFor(() => expect(asked().at(-1)).toBe('from=2026-10-30&to=2026-11-01&bucket=hour'));
    await user.click(screen.getByRole('button', { name: '30 days' }));
    await waitFor(() => expect(asked().at(-1)).toBe('range=30d&bucket=hour'));
    expect(screen.queryByRole('form', { name: 'Dates' })).toBeNull();
  });

  it('shows one day by hour, and more than a month by day', async () => {
    renderApp('/admin/analytics?from=2026-02-28&to=2026-02-28');
    await waitFor(() => expect(asked()).toEqual(['from=2026-02-28&to=2026-03-01&bucket=hour']));
    cleanup();
    renderApp('/admin/analytics?from=2026-01-01&to=2026-02-01&by=hour');
    await waitFor(() => expect(asked().at(-1)).toBe('from=2026-01-01&to=2026-02-02&bucket=day'));
  });
});

describe('publications and corrections', () => {
  const marks = [
    makeMark({ type: 'published', kind: 'review', id: 3, title: 'The lamp', at: '2026-11-17T08:00:00Z' }),
    makeMark({ type: 'correction', kind: 'article', id: 4, title: '', at: '2026-11-17T23:59:59Z' }),
    makeMark({ type: 'published', kind: 'page', id: 5, title: 'Before the first day', at: '2026-11-14T23:00:00Z' }),
  ];

  it('are marked on the chart', async () => {
    on('GET /api/analytics/marks', marks);
    renderApp('/admin/analytics');
    expect(
      await screen.findByRole('img', { name: /2 publications and corrections are marked\. The table has the same data\.$/ }),
    ).toBeTruthy();
    expect(screen.getByText('Corrected or updated')).toBeTruthy();
    expect(calls('GET /api/analytics/marks').map((c) => c.query.toString())).toEqual(['from=2026-11-15T00%3A00%3A00Z']);
  });

  it('lead to their items in the table', async () => {
    on('GET /api/analytics/marks', marks);
    renderApp('/admin/analytics?view=table');
    const day = (await screen.findByRole('link', { name: 'The lamp' })).closest('tr');
    expect(day?.previousElementSibling?.textContent).toBe('Nov 17, 20262,0002');
    expect(day?.textContent).toBe('Published:The lampCorrected:Untitled article');
    expect(
      within(day as HTMLElement)
        .getAllByRole('link')
        .map((a) => a.getAttribute('href')),
    ).toEqual(['/admin/reviews/3/edit', '/admin/articles/4/edit']);
    expect(screen.queryByText('Before the first day')).toBeNull();
  });
});

it('shows titles beside the paths of pages', async () => {
  on('GET /api/analytics/summary', {
    ...seen,
    topPages: [
      { page: '/reviews/1', title: 'The lamp', count: 2 },
      { page: '/gone', count: 1 },
    ],
  });
  renderApp('/admin/analytics');
  expect(await lines('Most Popular Pages')).toEqual(['The lamp/reviews/12 views', '/gone1 view']);
});

it('names what was counted', () => {
  expect([countryName('DE'), countryName('Local'), countryName('Unknown'), countryName('ZZZ')]).toEqual([
    'Germany',
    'Local',
    'Unknown',
    'ZZZ',
  ]);
  expect(placeName('SG', null)).toBe('Singapore');
  expect(referrerName('candor.example', 'www.Candor.example')).toBe('This site');
  expect(bucketName('2026-11-21T13:00:00Z', 'hour')).toBe('Nov 21, 2026, 13:00');
  expect(bucketName('2026-11-16T00:00:00Z', 'week')).toBe('Week of Nov 16, 2026');
  expect(tickName('2026-11-21T13:00:00Z', { ...nothing, range: '24h', bucket: 'hour' })).toBe('13:00');
  expect(tickName('2026-11-21T00:00:00Z', nothing)).toBe('Nov 21');
  expect(
    tickName('2026-11-21T13:00:00Z', { range: 'custom', bucket: 'hour', from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' }),
  ).toBe('13:00');
  expect([0, 59.6, 3600, 3725].map(durationName)).toEqual(['0 s', '1 min 0 s', '1 h 0 min', '1 h 2 min']);
  expect(tickName('2025-11-21T00:00:00Z', { ...nothing, range: 'all', from: '2025-11-21T00:00:00Z' })).toBe('Nov 21, 2025');
});
