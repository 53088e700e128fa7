import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullDate } from '@/components/ui/time-ago';
import { beginSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { itemLink } from '../item-link';
import type { Activity } from '@/lib/api-types';

let log: Activity[] = [];

const entry = (id: number, changes: Partial<Activity> = {}): Activity => ({
  id,
  action: 'UPDATE_REVIEW',
  details: `Updated review "No. ${id}"`,
  user: 'admin',
  timestamp: '2026-11-21T09:00:00Z',
  item: { kind: 'review', id, title: `No. ${id}`, state: 'published' },
  ...changes,
});

const list = async () => within(await screen.findByRole('list', { name: 'Admin actions, newest first' }));

beforeEach(() => {
  emptySite();
  beginSession();
  log = [entry(2), entry(1, { action: 'LOGIN', details: 'Signed in', item: null })];
  on('GET /api/admin/session', {
    authenticated: true,
    username: 'admin',
    loginTime: '2026-11-21T08:00:00Z',
    expiresAt: '2026-11-22T08:00:00Z',
  });
  on('GET /api/admin/overview', { reviews: { total: 14 }, articles: { total: 9 }, messages: { unread: 0, read: 0 } });
  on('GET /api/admin/activity', ({ query }) => {
    const before = Number(query.get('before') ?? Infinity);
    return json(log.filter((a) => a.id < before).slice(0, Number(query.get('limit'))), 200, { 'X-Total-Count': String(log.length) });
  });
});

afterEach(() => void vi.useRealTimers());

describe('the activity log', () => {
  it('shows the session and what the site holds', async () => {
    renderApp('/admin/activity');
    const facts = () => [...document.querySelectorAll('section section dl > div')].map((fact) => fact.textContent);
    await waitFor(() =>
      expect(facts()).toEqual([
        'Admin useradmin',
        `Login time${fullDate('2026-11-21T08:00:00Z')}`,
        `Session ends${fullDate('2026-11-22T08:00:00Z')}`,
        'Reviews14',
        'News articles9',
      ]),
    );
  });

  it('shows what was done, by whom and to what', async () => {
    log = [
      entry(4, {
        action: 'DELETE_REVIEW',
        details: 'Deleted review "<b>Bold</b>"',
        item: { kind: 'review', id: 4, title: 'x', state: 'deleted' },
      }),
      ...log,
    ];
    renderApp('/admin/activity');
    const items = (await list()).getAllByRole('listitem');
    expect(items.map((li) => li.querySelector('code')?.textContent)).toEqual(['DELETE_REVIEW', 'UPDATE_REVIEW', 'LOGIN']);
    expect(items[0]?.textContent).toContain('Deleted review "<b>Bold</b>"');
    expect(items[0]?.textContent).toContain('No longer exists');
    expect((await list()).getByRole('link', { name: 'View review: Updated review "No. 2"' }).getAttribute('href')).toBe('/reviews/2');
    expect(items[2]?.querySelector('time')?.title).toBe(fullDate('2026-11-21T09:00:00Z'));
  });

  it('shows fifty at a time', async () => {
    log = Array.from({ length: 120 }, (_, i) => entry(120 - i));
    const user = renderApp('/admin/activity');
    expect((await list()).getAllByRole('listitem')).toHaveLength(50);
    expect(screen.getByText('50 of 120')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(100));
    expect(calls('GET /api/admin/activity').some((c) => c.query.get('before') === '71')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(120));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('lets new actions wait while somebody reads', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }); // newer ones are looked for every five seconds
    const user = renderApp('/admin/activity');
    const first = async () => (await list()).getAllByRole('listitem')[0]?.textContent;
    expect(await first()).toContain('No. 2');
    act(() =>
      within(screen.getByRole('list', { name: /newest first/ }))
        .getByRole('link', { name: /No\. 2/ })
        .focus(),
    );
    log = [entry(3), ...log];
    act(() => void vi.advanceTimersByTime(5000));
    const show = await screen.findByRole('button', { name: 'Show new actions' });
    expect(await first()).toContain('No. 2');
    await user.click(show);
    await waitFor(async () => expect(await first()).toContain('No. 3'));
  });

  it('says that nothing was done yet', async () => {
    log = [];
    renderApp('/admin/activity');
    expect(await screen.findByText('No activity yet')).toBeTruthy();
  });

  it('tells of a failure and tries again', async () => {
    on('GET /api/admin/activity', () => problem(503, 'away'));
    const user = renderApp('/admin/activity');
    await screen.findByText('The activity log could not be loaded');
    on('GET /api/admin/activity', () => json(log));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await list()).getAllByRole('listitem')).toHaveLength(2);
  });
});

it('links to where a thing can be seen', () => {
  expect(itemLink({ kind: 'review', id: 3, title: 'A & B', state: 'present' })?.to).toBe('/admin/reviews?search=A%20%26%20B');
  expect(itemLink({ kind: 'article', id: 3, title: 'T', state: 'published' })?.to).toBe('/tech-articles/3');
  expect(itemLink({ kind: 'message', id: 5, state: 'present' })?.to).toBe('/admin/messages?message=5');
  expect(itemLink({ kind: 'key', id: 1, title: 'K', state: 'deleted' })).toBeNull();
});
