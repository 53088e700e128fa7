import { beforeEach, expect, it, vi } from 'vitest';
import { calls, on } from '@/testing/server';

/** A new page with an answer to a call, and its client of the API. */
async function pageWith(answers: object) {
  document.body.innerHTML = `<script type="application/json" id="early-answers">${JSON.stringify(answers)}</script>`;
  vi.resetModules();
  return (await import('./api-client')).api;
}

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(100);
  on('GET /api/admin/overview', { from: 'server' });
  on('POST /api/reviews', {});
});

it('a call that the page has an answer to is not made, and made the next time', async () => {
  const api = await pageWith({
    '/api/admin/overview': { body: { from: 'page' } },
    '/api/admin/reviews?limit=10': { body: [{ id: 1 }], total: 16 },
  });
  expect(await api.page('/api/admin/reviews?limit=10')).toEqual({ items: [{ id: 1 }], total: 16 });
  expect(await api.get('/api/admin/overview')).toEqual({ from: 'page' });
  expect(calls('GET /api/admin/overview')).toEqual([]);
  expect(await api.get('/api/admin/overview')).toEqual({ from: 'server' });
});

it('nothing old is shown: not after a change, nor when the page has been there for a while', async () => {
  const answers = { '/api/admin/overview': { body: { from: 'page' } } };
  let api = await pageWith(answers);
  await api.post('/api/reviews', {});
  expect(await api.get('/api/admin/overview')).toEqual({ from: 'server' });
  api = await pageWith(answers);
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
  expect(await api.get('/api/admin/overview')).toEqual({ from: 'server' });
});
