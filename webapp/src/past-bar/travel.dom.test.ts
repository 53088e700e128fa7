// A tab that stays at a past moment.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { at, withMoment } from './moment';
import { keepMoment } from './travel';

const moment = '2026-10-01T00:00:00Z';

beforeEach(() => history.replaceState(null, '', '/'));

afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of ['pushState', 'replaceState']) Reflect.deleteProperty(history, name); // the prototype's are the browser's own
});

test('an address says the moment where there is one', () => {
  const there = (address: string) =>
    withMoment(new URL(address, location.origin), moment, location.origin).href.replace(location.origin, '');
  expect(there('/reviews/3#verdict')).toBe(`/reviews/3?asOf=${moment}#verdict`);
  expect(there('/reviews?search=a+b')).toBe(`/reviews?search=a+b&asOf=${moment}`);
  expect(there('/administration')).toBe(`/administration?asOf=${moment}`);
  for (const same of [
    '/admin',
    '/admin/reviews',
    '/admin-login',
    '/media/ab.webp',
    '/api/admin/session',
    '/reviews?asOf=2026-01-01',
    'https://example.com/reviews/3',
  ])
    expect(there(same)).toBe(same);
});

test('another moment takes the place of this one', () => {
  const url = new URL('/reviews?search=x&asOf=2026-01-01', location.origin);
  expect(at(url, '2026-02-01T10:00').search).toBe('?search=x&asOf=2026-02-01T10:00');
  expect(at(url, null).search).toBe('?search=x');
});

test('calls are about the moment, and wait while it is being built', async () => {
  vi.useFakeTimers();
  const building = () => new Response(JSON.stringify({ type: 'urn:candor:problem:being-built', progress: 0.4 }), { status: 503 });
  const call = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(building())
    .mockResolvedValueOnce(building())
    .mockResolvedValue(new Response('[]'));
  vi.stubGlobal('fetch', call);
  keepMoment(moment);
  const answer = fetch('/api/reviews?limit=3', { method: 'GET' });
  await vi.advanceTimersByTimeAsync(2000);
  expect((await answer).status).toBe(200);
  expect(call.mock.calls.map(([address]) => address)).toEqual(Array(3).fill(`/api/reviews?limit=3&asOf=${moment}`));
  await fetch('/api/admin/session');
  expect(call).toHaveBeenLastCalledWith('/api/admin/session', undefined);
  call.mockResolvedValueOnce(new Response('{}', { status: 503 }));
  expect((await fetch('/api/news')).status).toBe(503);
  vi.useRealTimers();
});

test('navigation and links keep the moment', () => {
  keepMoment(moment);
  history.pushState(null, '', '/reviews/3?x=1');
  expect(location.pathname + location.search).toBe(`/reviews/3?x=1&asOf=${moment}`);
  expect(() => history.pushState(null, '', '//evil.example/admin')).toThrow(/SecurityError|different origin|cannot update history/i);
  history.replaceState({ scrolled: 1 }, '');
  expect(location.search).toBe(`?x=1&asOf=${moment}`);
  document.body.innerHTML = '<a href="/reviews/4"><b>One</b></a><a href="#main">Skip</a><a href="/admin">Admin</a>';
  const links = document.querySelectorAll('a');
  document.querySelector('b')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  links[1]?.dispatchEvent(new Event('focusin', { bubbles: true }));
  links[2]?.dispatchEvent(new Event('focusin', { bubbles: true }));
  expect([...links].map((a) => a.getAttribute('href'))).toEqual([`/reviews/4?asOf=${moment}`, '#main', '/admin']);
});
