// The tab Tech Articles: what differs from the reviews', whose test has the rest.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeArticle } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on } from '@/testing/server';

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 12, published: 11, drafts: 1 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  on('GET /api/admin/news', ({ query }) =>
    json(
      [
        makeArticle({
          id: 7,
          title: query.get('published') === 'false' ? 'A draft' : 'The newest',
          isPublished: query.get('published') !== 'false',
        }),
      ],
      200,
      { 'X-Total-Count': '12' },
    ),
  );
});

async function show() {
  const user = renderApp('/admin/articles');
  await screen.findByRole('table', { name: 'articles' });
  return user;
}

it('has the columns of the specification, and pages of articles', async () => {
  await show();
  expect(
    screen
      .getAllByRole('columnheader')
      .map((h) => h.textContent)
      .slice(1),
  ).toEqual(['Title', 'Category', 'Author', 'Published', 'Last Updated', 'Actions']);
  expect(screen.getByText('Page 1 of 2 · 12 articles')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Pages of articles' })).toBeTruthy();
  for (const name of ['Add Article', 'JSON Input', 'Copy Template']) expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View The newest' }).getAttribute('href')).toBe('/tech-articles/7');
});

it('filters by state', async () => {
  const user = await show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft');
  await screen.findByRole('button', { name: 'Edit A draft' });
  expect(calls('GET /api/admin/news').at(-1)?.query.get('published')).toBe('false');
});

it('publishes several, has no features, and deletes one in the words of the specification', async () => {
  on('POST /api/admin/news/bulk', { done: [{ id: 7, revision: 2, changed: false }], errors: [] });
  on('DELETE /api/news/7', () => json(null, 204));
  const user = await show();
  await user.click(screen.getByRole('checkbox', { name: 'Select The newest' }));
  const bar = within(screen.getByRole('group', { name: 'Selected articles' }));
  expect(bar.getAllByRole('button').map((b) => b.textContent)).toEqual(['Publish', 'Unpublish', 'Delete', 'Clear selection']);
  await user.click(bar.getByRole('button', { name: 'Publish' }));
  await notice('Already published');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete The newest' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
  expect(question.getByText(/cannot be undone/).textContent).toBe(
    'This permanently removes “The newest” from the public site and cannot be undone there. You can restore it under Deleted.',
  );
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await notice('News deleted');
  await waitFor(() => expect(calls('DELETE /api/news/7')).toHaveLength(1));
});
