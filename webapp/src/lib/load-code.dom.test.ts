// Parts of the app that can't be fetched are tried again; one that fails itself isn't.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('what the browser doesn’t ask for again', () => {
  const entry = '<script type="module" crossorigin src="/assets/site-1.js"></script>';
  const remembered = new TypeError('error loading dynamically imported module: http://localhost/assets/contact-1.js');
  const reload = vi.fn();
  let online: boolean;
  let ended: boolean;
  const goTo = (pathname: string) => vi.stubGlobal('location', { href: `http://localhost${pathname}`, pathname, search: '', reload });
  const fail = (error: Error) => () => (ended ? Promise.resolve() : Promise.reject(error));

  beforeEach(() => {
    online = false;
    ended = false;
    reload.mockClear();
    sessionStorage.clear();
    document.head.innerHTML = entry;
    goTo('/contact');
    vi.stubGlobal('fetch', () => (online ? Promise.resolve(new Response(entry)) : Promise.reject(new TypeError('NetworkError'))));
  });
  afterEach(async () => {
    ended = true;
    retryNow();
    await new Promise((settled) => setTimeout(settled));
    document.head.innerHTML = '';
    document.body.innerHTML = '';
    useConnection.setState({ waiting: 0, needsReload: undefined });
    vi.unstubAllGlobals();
  });

  const comesBack = async () => {
    await expect.poll(() => useConnection.getState().waiting).toBeGreaterThan(0);
    expect(reload).not.toHaveBeenCalled();
    online = true;
    retryNow();
  };

  test.each([
    ['in Firefox', remembered],
    ['in Safari', new TypeError('Importing a module script failed.')],
    ['a stylesheet', new Error('Unable to preload CSS for http://localhost/assets/admin-1.css')],
  ])('is loaded with the page, once the network is back: %s', async (_, error) => {
    void loadCode(fail(error));
    await comesBack();
    await expect.poll(() => reload.mock.calls.length).toBe(1);
  });

  test.each([
    ['a dialog', '<div role="dialog"><textarea></textarea></div>', ''],
    ['a text that was begun', '<form><textarea></textarea></form>', 'On page three'],
  ])('is waited for where reloading would lose what was typed: %s', async (_, html, typed) => {
    document.body.innerHTML = html;
    document.querySelectorAll('textarea').forEach((field) => (field.value = typed));
    void loadCode(fail(remembered));
    await comesBack();
    await expect.poll(() => useConnection.getState().needsReload).toBe('stuck');
    expect(reload).not.toHaveBeenCalled();
  });

  test('doesn’t reload the page that was opened for it', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    goTo('/'); // where these tests begin
    online = true;
    void loadCode(fail(remembered));
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    const { waiting } = useConnection.getState();
    void loadCode(fail(remembered)); // as the reloaded page does
    await expect.poll(() => useConnection.getState().waiting).toBe(waiting + 1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('reloads another one again, after the next outage', async () => {
    online = true;
    void loadCode(fail(remembered));
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    void loadCode(fail(remembered));
    await expect.poll(() => reload.mock.calls.length).toBe(2);
  });

  test('is asked for once more before', async () => {
    online = true;
    let attempts = 0;
    expect(await loadCode(() => (++attempts === 1 ? Promise.reject(remembered) : Promise.resolve('contact')))).toBe('contact');
    expect(reload).not.toHaveBeenCalled();
  });
});
