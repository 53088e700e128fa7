import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { eventsOf, fieldsOf, wordsOf } from '../trail-words';
import type { HistoryEntry } from '@/lib/api-types';

let log: HistoryEntry[] = [];

const entry = (position: number, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  position,
  first: position,
  type: 'ReviewUpdated',
  types: ['ReviewUpdated'],
  at: '2026-11-21T09:00:00Z',
  recordedAt: '2026-11-21T09:00:00.2Z',
  actor: { kind: 'admin', id: 'admin', name: 'admin' },
  from: { via: 'dashboard', address: '192.0.2.7', userAgent: 'Firefox', sender: null },
  correlationId: `req-${position}`,
  kind: 'review',
  title: `No. ${position}`,
  fields: ['productPrice', 'title'],
  undoes: null,
  stream: 'review-12',
  revision: position,
  item: { kind: 'review', id: 12, title: 'Now', state: 'published' },
  ...changes,
});

/** A stand-in for the browser's, which jsdom has not. */
class Source {
  static CLOSED = 2;
  static all: Source[] = [];
  onopen?: () => void;
  onmessage?: (e: { data: string }) => void;
  onerror?: () => void;
  readyState = 1;
  url: string;
  constructor(url: string) {
    this.url = url;
    Source.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
}

const list = async () => within(await screen.findByRole('list', { name: 'Changes, newest first' }));
const titles = async () => (await list()).getAllByRole('listitem').map((li) => /“(.*)”/.exec(li.textContent)?.[1]);

beforeEach(() => {
  emptySite();
  beginSession();
  Source.all = [];
  vi.stubGlobal('EventSource', Source);
  Element.prototype.scrollIntoView = () => undefined;
  log = [entry(3), entry(2), entry(1)];
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', { reviews: { total: 1 }, articles: { total: 0 }, messages: { unread: 0, read: 0 } });
  on('GET /api/admin/history/choices', {
    actors: [{ kind: 'bot', id: '2', name: 'press' }],
    kinds: ['review', 'key'],
    types: ['ApiKeyCreated', 'ReviewUpdated'],
  });
  on('GET /api/admin/history', ({ query }) => {
    const before = Number(query.get('before') ?? Infinity);
    const rest = log.filter((e) => e.position < before);
    const next = rest[1]?.position;
    const headers = { 'X-Newest': '9' };
    return json(
      rest.slice(0, 2),
      200,
      rest.length > 2 ? { ...headers, Link: `</api/admin/history?before=${next}&limit=50>; rel="next"` } : headers,
    );
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the audit trail', () => {
  it('shows pages as long as there are any', async () => {
    const user = renderApp('/admin/activity?view=trail');
    expect(await titles()).toEqual(['No. 3', 'No. 2']);
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    await waitFor(async () => expect(await titles()).toEqual(['No. 3', 'No. 2', 'No. 1']));
    expect(screen.getByText('Start of the log.')).toBeTruthy();
  });

  it('says how far a search has looked that found nothing yet', async () => {
    on('GET /api/admin/history', ({ query }) =>
      query.has('before')
        ? json(log)
        : json([], 200, { Link: '</api/admin/history?search=x&before=77&limit=50>; rel="next"', 'X-Reached': '2026-11-20T09:00:00Z' }),
    );
    const user = renderApp('/admin/activity?view=trail&search=x');
    expect(await screen.findByText(/^Searched back to November 20, 2026/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await titles()).toHaveLength(3);
    expect(calls('GET /api/admin/history').map((c) => c.query.get('before'))).toEqual([null, '77']);
  });

  it('unfolds a change, and leads on from it', async () => {
    const user = renderApp('/admin/activity?view=trail&kind=review');
    await user.click(await screen.findByRole('button', { name: /No\. 3/ }));
    const [first = document.body] = (await list()).getAllByRole('listitem');
    const row = within(first);
    expect(row.getByText('192.0.2.7')).toBeTruthy();
    expect(row.getByText('Product price, Title')).toBeTruthy();
    expect(row.queryByText('Recorded')).toBeNull();
    expect(row.getByRole('link', { name: 'Open in history' }).getAttribute('href')).toBe('/admin/reviews?history=12&revision=3');
    await user.click(row.getByRole('button', { name: 'All changes in this request' }));
    await screen.findByRole('button', { name: /Remove filter:.*Request.*req-3/ });
    await waitFor(() => expect(calls('GET /api/admin/history').at(-1)?.query.toString()).toBe('request=req-3'));
  });

  it('shows a change of settings before and after, and leads to them', async () => {
    const changes = [
      { field: 'name', old: 'Candor', new: 'Noisy Kitchen' },
      { field: 'timeZone', old: 'UTC', new: 'Europe/Paris' },
    ];
    const of = {
      type: 'SiteSettingsChanged',
      types: ['SiteSettingsChanged'],
      kind: 'settings',
      title: 'site',
      fields: ['name', 'timeZone'],
      stream: 'settings-site',
      revision: 4,
      item: null,
    };
    log = [{ ...entry(1, of), changes }];
    const user = renderApp('/admin/activity?view=trail');
    await user.click(await screen.findByRole('button', { name: /Site settings changed/ }));
    const row = await list();
    expect(row.getByText('Candor').tagName).toBe('DEL');
    expect(row.getByText('Noisy Kitchen').tagName).toBe('INS');
    expect(row.getByText('Time zone').tagName).toBe('DT');
    expect(row.getByRole('link', { name: 'Open in history' }).getAttribute('href')).toBe('/admin/settings/site?history=5');
    expect(row.getByRole('link', { name: 'Open Site settings' }).getAttribute('href')).toBe('/admin/settings/site');
  });

  it('shows a change by another program, with an unknown author', async () => {
    log = [
      entry(1, { actor: { kind: 'unknown' }, from: { via: null, address: null, userAgent: null, sender: null }, correlationId: null }),
    ];
    const user = renderApp('/admin/activity?view=trail');
    await user.click(await screen.findByRole('button', { name: /No\. 1.*Unknown/s }));
    await user.click((await list()).getByRole('button', { name: 'All changes by this actor' }));
    await waitFor(() => expect(calls('GET /api/admin/history').at(-1)?.query.toString()).toBe('actor=unknown'));
    expect(screen.getByLabelText<HTMLSelectElement>('Who').selectedOptions[0]?.textContent).toBe('Unknown');
  });

  it('asks for what the filters say, and exports the same', async () => {
    const user = renderApp('/admin/activity?view=trail&from=2026-11-01&to=2026-11-02');
    await list();
    const asked = () => Object.fromEntries(calls('GET /api/admin/history').at(-1)?.query ?? []);
    expect(asked()).toEqual({ from: new Date(2026, 10, 1).toISOString(), to: new Date(2026, 10, 3).toISOString() });
    await user.selectOptions(screen.getByLabelText('Who'), 'press (API key) no. 2');
    await waitFor(() => expect(asked()).toMatchObject({ actor: 'bot', actorId: '2' }));
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain('/api/admin/history/export?actor=bot&');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked()).toEqual({}));
  });

  it('misses nothing that comes between an empty answer and the live stream', async () => {
    log = [];
    renderApp('/admin/activity?view=trail&kind=key');
    await waitFor(() => expect(Source.all[0]?.url).toBe('/api/admin/history/live?kind=key&after=9'));
  });

  it('shows what comes at the top, once, and holds it while somebody reads on', async () => {
    const user = renderApp('/admin/activity?view=trail');
    expect(await titles()).toEqual(['No. 3', 'No. 2']);
    const [source] = Source.all;
    expect(source?.url).toBe('/api/admin/history/live?after=9');
    act(() => source?.onopen?.());
    expect(screen.getByText('Live')).toBeTruthy();
    act(() => source?.onmessage?.({ data: JSON.stringify(entry(4)) }));
    expect(await titles()).toEqual(['No. 4', 'No. 3', 'No. 2']);
    (await list()).getAllByRole('button')[0]?.focus();
    act(() => [5, 6].forEach((n) => source?.onmessage?.({ data: JSON.stringify(entry(n)) })));
    expect(await titles()).toEqual(['No. 4', 'No. 3', 'No. 2']);
    await user.click(screen.getByRole('button', { name: '2 new changes' }));
    expect(await titles()).toEqual(['No. 6', 'No. 5', 'No. 4', 'No. 3', 'No. 2']);
  });

  it('replaces an entry to which more of its save was added, on the list and among what came', async () => {
    renderApp('/admin/activity?view=trail');
    await list();
    const save = (position: number, first: number, ...types: string[]) => ({
      ...entry(position, { first, types, type: types.at(-1) ?? '' }),
      title: `No. ${first}`,
    });
    const send = (e: HistoryEntry) => act(() => Source.all[0]?.onmessage?.({ data: JSON.stringify(e) }));
    const rows = async () => (await list()).getAllByRole('button').map((row) => row.querySelector('span.font-semibold')?.textContent);
    send(save(5, 3, 'ReviewUpdated', 'ReviewCorrected'));
    expect(await rows()).toEqual(['Review updated, corrected “No. 3”', 'Review updated “No. 2”']);
    send(save(6, 6, 'ReviewCreated'));
    send(save(7, 6, 'ReviewCreated', 'ReviewPublished'));
    expect(await rows()).toEqual(['Review created, published “No. 6”', 'Review updated, corrected “No. 3”', 'Review updated “No. 2”']);
  });

  it('tells of nothing, of a failure, and of filters that contradict each other', async () => {
    log = [];
    const user = renderApp('/admin/activity?view=trail');
    await screen.findByText('No changes found');
    on('GET /api/admin/history', () => problem(503, 'away'));
    await user.selectOptions(screen.getByLabelText('Type'), 'API key');
    await screen.findByText('The audit trail could not be loaded');
    on('GET /api/admin/history', () => problem(400, 'to must be after from.'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('to must be after from.');
  });
});

it('calls things by names that people use, new ones too', () => {
  expect(['ReviewPublished', 'ApiKeyCreated', 'AdminLoginFailed', 'imageUrls', 'key'].map(wordsOf)).toEqual([
    'Review published',
    'API key created',
    'Sign-in failed',
    'Image urls',
    'API key',
  ]);
  expect(eventsOf({ types: ['AdminLoginFailed'] })).toBe('Sign-in failed');
  expect(fieldsOf(entry(1, { fields: ['a', 'b', 'c', 'd', 'e'] }))).toBe('A, b, c, d and 1 more');
});
