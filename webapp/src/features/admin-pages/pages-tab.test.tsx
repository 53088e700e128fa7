// The tab Pages: what differs from the other lists, whose tests have the rest.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { valuesOf } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import type { NewPage } from '@/lib/api-types';
import { beginSession } from '@/stores/session';
import { makePage } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { write } from '@/testing/write';
import { pageType } from './page-type';
import { pageTemplate } from './template';

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 0, published: 0, drafts: 0 },
    pages: { total: 12, published: 11, drafts: 1 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  on('GET /api/admin/pages/placeholders', []);
  on('GET /api/admin/pages', () => json([makePage({ id: 7 })], 200, { 'X-Total-Count': '12' }));
});

async function show() {
  const user = renderApp('/admin/pages');
  await screen.findByRole('table', { name: 'pages' });
  return user;
}

it('has its columns, sorts by the address, and leads to the page', async () => {
  const user = await show();
  expect(
    screen
      .getAllByRole('columnheader')
      .map((h) => h.textContent)
      .slice(1),
  ).toEqual(['Title', 'Address', 'Published', 'Last Updated', 'Actions']);
  expect(screen.getByRole('link', { name: 'View How we test' }).getAttribute('href')).toBe('/pages/how-we-test');
  expect(screen.getByText('Page 1 of 2 · 12 pages')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Address' }));
  await waitFor(() => expect(calls('GET /api/admin/pages').at(-1)?.query.get('sort')).toBe('slug'));
});

it('creates a page without a slug, and shows at its field that another is taken', async () => {
  on('POST /api/pages', () => problem(400, 'Slug is already taken', [{ field: 'slug', message: 'Slug is already taken' }]));
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Create New Page' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'How we test');
  write(screen.getByRole('textbox', { name: 'Content' }), 'At length.');
  await user.type(screen.getByRole('textbox', { name: 'Slug' }), 'how-we-test');
  await user.click(screen.getByRole('button', { name: 'Create Page' }));
  await screen.findByText('Slug is already taken');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Slug' }));
  on('POST /api/pages', () => json(makePage({ id: 8 }), 201));
  await user.clear(screen.getByRole('textbox', { name: 'Slug' }));
  await user.click(screen.getByRole('button', { name: 'Create Page' }));
  await notice('Page created');
  expect(calls('POST /api/pages').at(-1)?.body).toEqual({
    title: 'How we test',
    content: 'At length.',
    isPublished: false,
    publishAt: null,
    unpublishAt: null,
  });
});

it('keeps the slug of a page that has one, and sends what has changed', async () => {
  const page = makePage({ id: 7, revision: 3 });
  on('GET /api/admin/pages/7', page);
  on('PATCH /api/pages/7', { ...page, slug: 'our-tests', revision: 4 });
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'Edit How we test' }));
  const slug = await screen.findByRole('textbox', { name: 'Slug' });
  await user.clear(slug);
  write(screen.getByRole('textbox', { name: 'Content' }), ' More.');
  await user.click(screen.getByRole('button', { name: 'Update Page' }));
  await screen.findByText('Slug is required');
  await user.type(slug, 'our-tests');
  await user.click(screen.getByRole('button', { name: 'Update Page' }));
  await notice('Page updated');
  expect(calls('PATCH /api/pages/7').at(-1)?.body).toEqual({ slug: 'our-tests', content: 'First line.\nSecond line. More.' });
});

it('keeps a page that every site has where it is, and published', async () => {
  const about = makePage({ id: 8, title: 'About Us', slug: 'about' });
  on('GET /api/admin/pages', () => json([makePage({ id: 7 }), about], 200, { 'X-Total-Count': '2' }));
  on('GET /api/admin/pages/8', about);
  on('GET /api/admin/pages/placeholders', [
    { name: 'name', value: 'Noisy Kitchen' },
    { name: 'contactEmail', value: '' },
  ]);
  const user = await show();
  expect(screen.getByRole('link', { name: 'View About Us' }).getAttribute('href')).toBe('/about');
  expect(screen.getByRole('button', { name: 'Delete How we test' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete About Us' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select all pages on this page' }));
  const bar = within(screen.getByRole('group', { name: 'Selected pages' }));
  expect(bar.getAllByRole('button').map((b) => b.textContent)).toEqual(['Publish', 'Clear selection']);
  await user.click(screen.getByRole('button', { name: 'Edit About Us' }));
  expect(await screen.findByRole('textbox', { name: 'Slug' })).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('switch', { name: /Published/ })).toBeNull();
  expect(screen.queryByLabelText('Unpublish at')).toBeNull();
  const help = within(screen.getByRole('region', { name: 'Placeholders' }));
  expect((await help.findByText('{{name}}')).nextSibling?.textContent).toBe('Noisy Kitchen');
  expect(help.getByText('{{contactEmail}}').nextSibling?.textContent).toBe('Empty: readers see nothing.');
});

it('takes a bulk action back as one on pages', async () => {
  on('POST /api/admin/pages/bulk', { requestId: 'request-1', done: [{ id: 7, revision: 2, changed: true }], errors: [] });
  on('POST /api/admin/undo', { requestId: 'request-2', done: [{ kind: 'page', id: 7, revision: 3, changed: true }], errors: [] });
  const user = await show();
  await user.click(screen.getByRole('checkbox', { name: 'Select How we test' }));
  const bar = within(screen.getByRole('group', { name: 'Selected pages' }));
  expect(bar.getAllByRole('button').map((b) => b.textContent)).toEqual(['Publish', 'Unpublish', 'Delete', 'Clear selection']);
  await user.click(bar.getByRole('button', { name: 'Unpublish' }));
  await notice('1 page unpublished');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(calls('POST /api/admin/undo')[0]?.body).toEqual({ requestId: 'request-1', items: [{ kind: 'page', id: 7, revision: 2 }] }),
  );
});

it('leads from a revision to the page at the address that it had then', async () => {
  const change = (field: string, value: unknown) => ({ field, old: null, new: value });
  const about = { at: '2026-11-02T09:04:00Z', storedAt: '2026-11-02T09:04:00Z', actor: { kind: 'admin', id: 'admin', name: 'admin' } };
  on('GET /api/admin/pages/7/history', [
    { ...about, revision: 2, type: 'PageUpdated', types: ['PageUpdated'], changes: [change('slug', 'our-tests')] },
    { ...about, revision: 1, type: 'PagePublished', types: ['PagePublished'], changes: [change('isPublished', true)] },
    {
      ...about,
      revision: 0,
      type: 'PageCreated',
      types: ['PageCreated'],
      changes: [change('title', 'How we test'), change('slug', 'how-we-test')],
    },
  ]);
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'History of How we test' }));
  const site = async () => (await screen.findByRole('link', { name: 'See the site at this moment' })).getAttribute('href');
  expect(await site()).toBe('/pages/our-tests?asOf=2026-11-02T09:04:00Z');
  await user.click(screen.getByRole('button', { name: /^Published/ }));
  expect(await site()).toBe('/pages/how-we-test?asOf=2026-11-02T09:04:00Z');
  await user.click(screen.getByRole('button', { name: /^Created/ }));
  expect(await site()).toBe('/?asOf=2026-11-02T09:04:00Z');
});

it.each(['How We Test', 'how--we', '-how', 'how we test', 'é', 'x'.repeat(101)])('refuses the slug %j', (slug) => {
  const values = { ...valuesOf(pageType, null), title: 'T', content: 'C', slug };
  expect(schemaOf<NewPage>(pageType, true).safeParse(values).success).toBe(false);
  expect(schemaOf<NewPage>(pageType, true).safeParse({ ...values, slug: 'how-we-test-2' }).success).toBe(true);
});

it('can be made of its template, unpublished', () => {
  const template = JSON.parse(pageTemplate) as Record<string, unknown>;
  expect(pageType.useFromJson()({ ...template, isPublished: true, category: 'x' })).toEqual({
    title: template.title,
    slug: 'how-we-test',
    content: template.content,
    isPublished: false,
  });
});
