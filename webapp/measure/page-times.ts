// Prints how long a slow phone takes to show the home page, a review and the dashboard's first row, each with an empty cache: the median of
// five runs (CANDOR_RUNS), begun when the server has made its smaller pictures. Times are only as good as the machine is idle. The same for
// another build: CANDOR_BINARY=path/to/candor npm run measure.
import { expect, test } from '@playwright/test';
import { launch, password } from '../e2e/start-server';
import { copiesMade } from './copies';
import { loadSlowly, type Load } from './slow-phone';

const runs = Number(process.env.CANDOR_RUNS ?? 5);

/** The first row of any of the dashboard's lists. */
const row = 'main tbody > tr';

test('how long a slow phone waits', async ({ browser, playwright }) => {
  const server = await launch();
  try {
    const request = await playwright.request.newContext({ baseURL: server.address });
    expect((await request.post('/api/admin/login', { data: { username: 'admin', password } })).status()).toBe(200);
    await copiesMade(request);
    const { cookies } = await request.storageState();
    // As stores/session.ts remembers a sign-in.
    const signedIn = { cookies, localStorage: { 'candor-admin': 'authenticated', 'candor-admin-login-time': String(Date.now()) } };
    const table: Record<string, Record<string, string | number>> = {};
    const measure = async (name: string, path: string, options: Parameters<typeof loadSlowly>[2] = {}) => {
      await request.get(path); // the server has rendered the page before
      const loads: Load[] = [];
      for (let i = 0; i < runs; i++) loads.push(await loadSlowly(browser, server.address + path, options));
      table[name] = medians(loads);
    };
    await measure('home page', '/');
    await measure('demo review', '/reviews/14');
    await measure('dashboard, signed in', '/admin/reviews', { ...signedIn, selector: row });
    console.table(table);
    await request.dispose();
  } finally {
    await server.stop();
  }
});

function medians(loads: Load[]): Record<string, string | number> {
  const median = (of: (load: Load) => number) => loads.map(of).sort((a, b) => a - b)[loads.length >> 1] ?? NaN;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return {
    FCP: seconds(median((l) => l.firstPaint)),
    LCP: seconds(median((l) => l.largestPaint)),
    CLS: Number(median((l) => l.shift).toFixed(4)),
    TBT: `${median((l) => l.blocked).toFixed(0)} ms`,
    requests: median((l) => l.requests),
    bytes: `${(median((l) => l.bytes) / 1024).toFixed(0)} KB`,
    ...(loads[0]?.found && {
      'first row': seconds(median((l) => l.found?.at ?? NaN)),
      'requests before it': median((l) => l.found?.requests ?? NaN),
    }),
  };
}
