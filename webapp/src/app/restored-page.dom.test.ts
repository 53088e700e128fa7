// A page of the dashboard that Back shows again as it was left: the server is asked for the session first.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardRestoredPage } from './restored-page';
import { useOpenEditor } from '@/stores/open-editor';
import { beginSession, useSession } from '@/stores/session';
import { on } from '@/testing/server';

const reload = vi.fn();
const page = document.documentElement;

let guard: AbortController;

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { href: 'http://localhost/admin/messages', reload });
  beginSession();
  guard = new AbortController();
  guardRestoredPage(guard.signal);
});
afterEach(() => {
  guard.abort();
  page.style.visibility = '';
  useOpenEditor.setState({ text: null });
});

const isHidden = () => page.style.visibility === 'hidden';

function leaveAndReturn() {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  expect(isHidden()).toBe(true);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(isHidden()).toBe(true);
}

test('is shown once the server has confirmed the session', async () => {
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  leaveAndReturn();
  await expect.poll(isHidden).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('is loaded anew, unseen, where the session has ended', async () => {
  on('GET /api/admin/session', { authenticated: false });
  leaveAndReturn();
  await expect.poll(() => reload.mock.calls.length).toBeGreaterThan(0); // once by each guard: another file may have loaded the dashboard
  expect(isHidden()).toBe(true);
});

test('is loaded anew where somebody else has signed in meanwhile', async () => {
  on('GET /api/admin/session', { authenticated: true, username: 'someone' });
  localStorage.setItem('candor-admin-login-time', String(Date.now() + 5));
  leaveAndReturn();
  await expect.poll(() => reload.mock.calls.length).toBeGreaterThan(0); // once by each guard: another file may have loaded the dashboard
  expect(isHidden()).toBe(true);
});

test('asks for the password where an editor holds text that is on no server', async () => {
  on('GET /api/admin/session', { authenticated: false });
  useOpenEditor.setState({ text: { lacks: () => true, save: () => undefined } });
  leaveAndReturn();
  await expect.poll(isHidden).toBe(false);
  expect(useSession.getState().asksAgain).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});

test('is shown as it is where the browser doesn’t keep it', () => {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  expect(isHidden()).toBe(false);
});
