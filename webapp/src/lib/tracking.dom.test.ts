import { describe, expect, it, vi } from 'vitest';
import { calls, json, on } from '@/testing/server';
import { flush, pendingKey, trackPageView, type PageView } from './tracking';

const sent = () => calls('POST /api/track').map((c) => c.body);

describe('page views', () => {
  it('carry the documented fields', async () => {
    on('POST /api/track', () => json(null, 204));
    await trackPageView('/reviews', 'https://example.org/');
    expect(sent()).toEqual([
      expect.objectContaining({
        event: 'page_view',
        page: '/reviews',
        referrer: 'https://example.org/',
        metadata: null,
        userAgent: navigator.userAgent,
      }),
    ]);
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('of the owner’s own pages are neither stored nor sent', async () => {
    for (const page of ['/admin', '/admin/analytics', '/admin-login?to=%2Fadmin']) await trackPageView(page, '');
    expect(sent()).toEqual([]);
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('share one session id a browser session', async () => {
    on('POST /api/track', () => json(null, 204));
    await trackPageView('/', '');
    await trackPageView('/about', '');
    const [a, b] = sent() as PageView[];
    expect(a?.sessionId).toBeTruthy();
    expect(b?.sessionId).toBe(a?.sessionId);
    expect(b?.id).not.toBe(a?.id);
  });

  it('stay in local storage while the server is away, and go as a backlog when it is back', async () => {
    on('POST /api/track', () => Promise.reject(new TypeError('offline')));
    await trackPageView('/', '');
    await trackPageView('/about', '');
    const kept = JSON.parse(localStorage.getItem(pendingKey) ?? '[]') as PageView[];
    expect(kept.map((v) => v.page)).toEqual(['/', '/about']);

    on('POST /api/track', () => json(null, 204));
    await trackPageView('/contact', '');
    const backlog = sent().at(-1) as { events: PageView[] };
    expect(backlog.events.map((v) => v.page)).toEqual(['/', '/about', '/contact']);
    expect(backlog.events.slice(0, 2).map((v) => v.id)).toEqual(kept.map((v) => v.id));
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('are tried again when the network comes back while a request is failing', async () => {
    let fail: (reason: TypeError) => void = () => undefined;
    on('POST /api/track', () => new Promise<Response>((_, reject) => (fail = reject)));
    const first = trackPageView('/', '');
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    on('POST /api/track', () => json(null, 204));
    void flush(); // as 'online' does
    fail(new TypeError('offline'));
    await first;
    expect(sent()).toHaveLength(2);
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('are kept when the server is too busy', async () => {
    on('POST /api/track', () => json({}, 503));
    await trackPageView('/', '');
    expect(localStorage.getItem(pendingKey)).not.toBeNull();
  });

  it('are let go when the server calls them malformed', async () => {
    on('POST /api/track', () => json({}, 400));
    await trackPageView('/', '');
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('that a refusal names are let go, and the others are sent again', async () => {
    on('POST /api/track', () => Promise.reject(new TypeError('offline')));
    for (const page of ['/', '/about', '/contact']) await trackPageView(page, '');
    on('POST /api/track', ({ body }) =>
      'events' in (body as object) && (body as { events: PageView[] }).events.some((v) => v.page === '/about')
        ? json({ errors: [{ field: 'events[1]', message: 'Metadata must be at most 512 characters' }] }, 400)
        : json(null, 204),
    );
    await flush();
    expect((sent().at(-1) as { events: PageView[] }).events.map((v) => v.page)).toEqual(['/', '/contact']);
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('that are too large together are sent in smaller parts, and one that is too large alone is let go', async () => {
    on('POST /api/track', () => Promise.reject(new TypeError('offline')));
    for (const page of ['/', '/huge', '/contact']) await trackPageView(page, '');
    const taken: string[] = [];
    on('POST /api/track', ({ body }) => {
      const views = 'events' in (body as object) ? (body as { events: PageView[] }).events : [body as PageView];
      if (views.some((v) => v.page === '/huge')) return json({}, 413);
      taken.push(...views.map((v) => v.page));
      return json(null, 204);
    });
    await flush();
    expect(taken).toEqual(['/', '/contact']);
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });

  it('are kept when the budget of the network is used up', async () => {
    on('POST /api/track', () => json({ errors: [] }, 429));
    await trackPageView('/', '');
    expect(localStorage.getItem(pendingKey)).not.toBeNull();
  });

  it('that come during a request go with the next one', async () => {
    let answer: (r: Response) => void = () => undefined;
    on('POST /api/track', () => new Promise<Response>((resolve) => (answer = resolve)));
    const first = trackPageView('/', '');
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    on('POST /api/track', () => json(null, 204));
    const second = trackPageView('/about', '');
    answer(json(null, 204));
    await Promise.all([first, second]);
    expect((sent() as PageView[]).map((v) => v.page)).toEqual(['/', '/about']);
  });

  it.each(['doNotTrack', 'globalPrivacyControl'])('are neither stored nor sent under %s', async (name) => {
    vi.stubGlobal('navigator', { [name]: name === 'doNotTrack' ? '1' : true, userAgent: 'test' });
    await trackPageView('/', '');
    expect(sent()).toEqual([]);
    expect(localStorage.getItem(pendingKey)).toBeNull();
  });
});
