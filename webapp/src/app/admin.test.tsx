import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession, sessionLength } from '@/stores/session';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 14, published: 13, drafts: 1, featured: 3, byCategory: [{ categoryId: 1, count: 14 }] },
    articles: { total: 9, published: 9, drafts: 0 },
    messages: { unread: 3, read: 2 },
    keys: { active: 1, total: 2 },
  });
  on('GET /api/admin/activity', []);
});

async function signIn(username: string, password: string) {
  const user = renderApp('/admin-login');
  await title('Admin Login');
  if (username) await user.type(screen.getByLabelText('Username'), username);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  return user;
}

describe('signing in', () => {
  it('leads to the dashboard', async () => {
    on('POST /api/admin/login', { success: true, message: 'Login successful' });
    await signIn('admin', 'secret');
    await title('Dashboard');
    await notice('Welcome to the admin dashboard!');
    expect(calls('POST /api/admin/login')[0]?.body).toEqual({ username: 'admin', password: 'secret' });
    expect(await screen.findByRole('link', { name: 'Messages 3 unread' })).toBeTruthy();
  });

  it('says when the event log is away, and as of when everything is shown', async () => {
    on('POST /api/admin/login', { success: true, message: 'Login successful' });
    on('GET /api/admin/overview', {
      log: { available: false, writable: false, asOf: '2026-11-21T08:00:00Z' },
      reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
      articles: { total: 0, published: 0, drafts: 0 },
      messages: { unread: 0, read: 0 },
      keys: { active: 0, total: 0 },
    });
    await signIn('admin', 'secret');
    const said = await screen.findByText('The event log is unavailable.');
    const region = said.closest('[role=status]');
    expect(region?.textContent).toMatch(/shown as of November 21, 2026.*can’t save/);
    expect(region?.querySelector('time')?.dateTime).toBe('2026-11-21T08:00:00.000Z');
  });

  it('says when the event log takes no writes', async () => {
    on('POST /api/admin/login', { success: true, message: 'Login successful' });
    on('GET /api/admin/overview', {
      log: { available: true, writable: false, asOf: '2026-11-21T08:00:00Z' },
      reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
      articles: { total: 0, published: 0, drafts: 0 },
      messages: { unread: 0, read: 0 },
      keys: { active: 0, total: 0 },
    });
    await signIn('admin', 'secret');
    const region = (await screen.findByText('The event log is read-only.')).closest('[role=status]');
    expect(region?.textContent).toMatch(/see the site as of November 21, 2026.*can’t save/);
    expect(region?.textContent).not.toMatch(/Catching up/); // it can't: its disk is full, too
  });

  it('says which changes could not be processed', async () => {
    on('POST /api/admin/login', { success: true, message: 'Login successful' });
    on('GET /api/admin/overview', {
      log: { available: true, writable: true, asOf: null },
      reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
      articles: { total: 0, published: 0, drafts: 0 },
      messages: { unread: 0, read: 0 },
      keys: { active: 0, total: 0 },
      setAside: [
        { type: 'ReviewUpdated', stream: 'review-12' },
        { type: 'ReviewUnpublished', stream: 'review-7' },
      ],
    });
    await signIn('admin', 'secret');
    const region = (await screen.findByText('2 changes could not be processed:')).closest('[role=status]');
    expect(region?.textContent).toMatch(
      /ReviewUpdated in review-12, ReviewUnpublished in review-7\. They are not shown, and anything taken down stays hidden\./,
    );
  });

  it('asks for what is missing before it asks the server', async () => {
    await signIn('', '');
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
    expect(calls('POST /api/admin/login')).toHaveLength(0);
  });

  it('is busy while the server thinks', async () => {
    on('POST /api/admin/login', () => new Promise<Response>(() => undefined));
    await signIn('admin', 'secret');
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toHaveProperty('disabled', true);
  });

  it('says that it failed', async () => {
    on('POST /api/admin/login', () => json({ success: false, message: 'Invalid username or password.' }, 401));
    await signIn('admin', 'wrong');
    await notice('Login Failed');
    await notice('Invalid username or password.');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveProperty('value', 'wrong');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Invalid username or password.');
    await waitFor(() => expect(document.activeElement).toBe(password));
  });

  it('tells a failure of the server from a wrong password', async () => {
    on('POST /api/admin/login', () => problem(500, 'broken'));
    await signIn('admin', 'secret');
    await notice('Login Error');
    await notice('An error occurred during login. Please try again.');
  });

  it('passes on why nobody can sign in for now', async () => {
    on('POST /api/admin/login', () => problem(503, "Changes can't be saved right now: the event log's disk is full."));
    await signIn('admin', 'secret');
    await notice('Login Failed');
    await notice("Changes can't be saved right now: the event log's disk is full.");
  });

  it('shows and hides the password', async () => {
    const user = renderApp('/admin-login');
    await title('Admin Login');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveProperty('type', 'password');
  });
});

describe('the dashboard', () => {
  it('sends strangers to the login', async () => {
    renderApp('/admin');
    await title('Admin Login');
    expect(calls('GET /api/admin/session')).toHaveLength(0);
  });

  it('holds the place of the tab until the session is known', async () => {
    beginSession();
    on('GET /api/admin/session', () => new Promise<Response>(() => undefined));
    renderApp('/admin/articles');
    const status = await screen.findByRole('status', { name: 'Loading Tech Articles...' });
    expect(status.querySelectorAll('[data-skeleton]')).toHaveLength(10);
    expect(screen.getByRole('link', { name: 'Tech Articles', current: 'page' })).toBeTruthy();
    expect(calls('GET /api/admin/overview')).toHaveLength(0);
  });

  it('ends a session of 24 hours', async () => {
    beginSession(Date.now() - sessionLength);
    renderApp('/admin');
    await title('Admin Login');
    await notice('Session Expired');
    expect(localStorage.getItem('candor-admin')).toBeNull();
  });

  it('believes the server when the browser thinks otherwise', async () => {
    beginSession();
    on('GET /api/admin/session', { authenticated: false });
    renderApp('/admin');
    await title('Admin Login');
    await notice('Session Expired');
  });

  it('goes back to where the admin was when a call finds the session gone', async () => {
    beginSession();
    on('GET /api/admin/activity', () => {
      on('GET /api/admin/session', { authenticated: false });
      return problem(401, 'Sign in first.');
    });
    on('POST /api/admin/login', { success: true, message: 'Login successful' });
    const user = renderApp('/admin/activity');
    await title('Admin Login');
    await notice('Session Expired');
    on('GET /api/admin/session', { authenticated: true, username: 'admin' });
    on('GET /api/admin/activity', []);
    await user.type(screen.getByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await title('Dashboard');
    expect((await screen.findByRole('link', { name: 'Activity Logs' })).getAttribute('aria-current')).toBe('page');
  });

  it('goes on when only a call that was under way during a change of the password was refused', async () => {
    beginSession();
    on('GET /api/admin/activity', () => problem(401, 'Sign in first.'));
    renderApp('/admin/activity');
    await waitFor(() => expect(calls('GET /api/admin/session').length).toBeGreaterThan(1));
    await title('Dashboard');
    expect(screen.queryByText('Session Expired')).toBeNull();
    expect(localStorage.getItem('candor-admin')).toBe('authenticated');
  });

  it('has a header of its own with the tabs in their order, and a way to the site', async () => {
    beginSession();
    const user = renderApp('/admin/activity');
    await title('Dashboard');
    const tabs = within(screen.getByRole('navigation', { name: 'Dashboard' }));
    expect(tabs.getAllByRole('link').map((tab) => /^[A-Za-z ]+/.exec(tab.textContent)?.[0].trim())).toEqual([
      'Reviews',
      'Tech Articles',
      'Pages',
      'Media',
      'Messages',
      'Analytics',
      'API Management',
      'Activity Logs',
    ]);
    expect(tabs.getByRole('link', { current: 'page' }).textContent.trim()).toBe('Activity Logs');
    expect(screen.queryByRole('contentinfo')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Review Categories' })).toBeNull();
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'View site' }));
    expect(await screen.findByRole('contentinfo')).toBeTruthy();
  });

  it('says goodbye on logout', async () => {
    beginSession();
    on('POST /api/admin/logout', () => json(null, 204));
    const user = renderApp('/admin');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await title('Admin Login');
    await notice('You have been successfully logged out.');
    await waitFor(() => expect(localStorage.getItem('candor-admin-login-time')).toBeNull());
  });
});
