// Parts of the app that can't be fetched are tried again; one that fails itself isn't.
import { expect, test } from 'vitest';
import { retryNow, useConnection } from '@/stores/connection';
import { loadCode } from './load-code';

test('a part that can’t be fetched is tried again until it can be', async () => {
  let attempts = 0;
  const loading = loadCode(() => {
    attempts += 1;
    if (attempts < 4) return Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/about.js'));
    return Promise.resolve('about');
  });
  await expect.poll(() => useConnection.getState().waiting).toBe(1);
  await expect
    .poll(() => {
      retryNow();
      return useConnection.getState().waiting;
    })
    .toBe(0);
  expect(await loading).toBe('about');
});

test('a part that is broken says so at once', async () => {
  const broken = new TypeError('undefined is not a function');
  await expect(loadCode(() => Promise.reject(broken))).rejects.toBe(broken);
  expect(useConnection.getState().waiting).toBe(0);
});
