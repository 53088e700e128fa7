// What the owner of a new site has to do.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const keys = ['name', 'pages', 'author', 'review', 'navigation', 'backup'];
const list = (...done: string[]) => ({ items: keys.map((key) => ({ key, done: done.includes(key) })), dismissed: false });
const counts = (reviews: number) => ({
  reviews: { total: reviews, byCategory: [] },
  articles: { total: 0 },
  pages: { total: 4 },
  messages: { unread: 0, read: 0 },
});

beforeEach(() => {
  emptySite();
  beginSession();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', counts(0));
  for (const kind of ['reviews', 'news', 'pages']) on(`GET /api/admin/${kind}`, () => json([], 200, { 'X-Total-Count': '0' }));
  on('GET /api/admin/checklist', list('name', 'backup'));
});

const checklist = () => screen.findByRole('region', { name: 'Set up your site' });

it('on an empty site, its steps stand in place of the week’s figures, each with the way to it', async () => {
  renderApp('/admin/reviews');
  const region = within(await checklist());
  const steps = region.getAllByRole('listitem').map((item) => item.textContent);
  expect(steps.map((text) => /^(Done|To do)/.exec(text)?.[0])).toEqual(['Done', 'To do', 'To do', 'To do', 'To do', 'Done']);
  expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/settings/site',
    '/admin/pages',
    '/admin/settings/authors',
    '/admin/reviews/new',
    '/admin/settings/navigation',
  ]);
  expect(region.getByText('candor backup site.candor')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'This week' })).toBeNull();
});

it('the pages are ticked when the owner says that they are right', async () => {
  on('PUT /api/admin/checklist/pages', () => {
    on('GET /api/admin/checklist', list('name', 'pages', 'backup'));
    return json(null, 204);
  });
  const user = renderApp('/admin/reviews');
  await user.click(within(await checklist()).getByRole('button', { name: 'They are right as they are' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'They are right as they are' })).toBeNull());
  expect(calls('PUT /api/admin/checklist/pages')).toHaveLength(1);
});

it('it is put away for good', async () => {
  on('POST /api/admin/checklist/dismiss', () => json(null, 204));
  const user = renderApp('/admin/reviews');
  await user.click(within(await checklist()).getByRole('button', { name: 'Put away' }));
  expect(await screen.findByRole('region', { name: 'This week' })).toBeTruthy();
  expect(calls('POST /api/admin/checklist/dismiss')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Set up your site' })).toBeNull();
});

it('it stays where it can’t be put away, and says so', async () => {
  on('POST /api/admin/checklist/dismiss', () => problem(503, 'away'));
  const user = renderApp('/admin/reviews');
  await user.click(within(await checklist()).getByRole('button', { name: 'Put away' }));
  await notice(/could not be put away/);
  expect(await checklist()).toBeTruthy();
});

it('once there are reviews, it is a line above the week', async () => {
  on('GET /api/admin/overview', counts(1));
  renderApp('/admin/reviews');
  expect(within(await checklist()).getByText('2 of 6 done')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'This week' })).toBeTruthy();
});

it.each([
  ['everything is done', list(...keys)],
  ['it was put away', { ...list(), dismissed: true }],
])('it isn’t shown when %s', async (_, answer) => {
  on('GET /api/admin/checklist', answer);
  renderApp('/admin/reviews');
  expect(await screen.findByRole('region', { name: 'This week' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Set up your site' })).toBeNull();
});

it('where it can’t be read, the week is shown', async () => {
  on('GET /api/admin/checklist', () => problem(503, 'away'));
  renderApp('/admin/reviews');
  await waitFor(() => expect(screen.getByRole('region', { name: 'This week' })).toBeTruthy());
});
