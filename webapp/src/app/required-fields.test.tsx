// Fields that must be filled in say so before anybody sends the form: to assistive technology, and with a star.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession, endSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { json, on } from '@/testing/server';

beforeEach(() => {
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 0, published: 0, drafts: 0 },
    pages: { total: 0, published: 0, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  for (const path of ['reviews', 'news', 'pages', 'api-keys', 'api-keys/deleted'])
    on(`GET /api/admin/${path}`, () => json([], 200, { 'X-Total-Count': '0' }));
  on('GET /health/ready', {});
  on('GET /api/openapi.json', { paths: {} });
});

it.each([
  {
    path: '/admin/reviews',
    open: 'Add Review',
    required: ['Review Title', 'Review Content', 'Product Name', 'Brand', 'Category', 'Author'],
  },
  { path: '/admin/articles', open: 'Add Article', required: ['Title', 'Content', 'Author', 'Category'] },
  { path: '/admin/pages', open: 'Create New Page', required: ['Title', 'Content'] },
  { path: '/admin/api', open: 'Create API Key', required: ['Name'] },
  { path: '/contact', open: null, required: ['Full Name', 'Email Address', 'Subject', 'Message'] },
  { path: '/admin-login', open: null, required: ['Username', 'Password'] },
])('on $path ($open): $required', async ({ path, open, required }) => {
  if (path.startsWith('/admin/')) beginSession();
  else endSession();
  const user = renderApp(path);
  if (open) await user.click((await screen.findAllByRole('button', { name: open }))[0] as HTMLElement);
  await screen.findAllByLabelText(required[0] ?? '');
  const form = document.querySelector('form[novalidate]');
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input, textarea, select, [role=textbox]') ?? [])].filter(
    (f) => f.required || f.ariaRequired === 'true',
  );
  const labels = fields.map((f) => f.labels?.[0] ?? document.getElementById(f.getAttribute('aria-labelledby') ?? ''));
  expect(labels.map((label) => label?.textContent)).toEqual(required);
  for (const label of labels) expect(label?.dataset.required).toBe('true'); // the star
});
