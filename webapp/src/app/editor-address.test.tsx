// The editor has an address of its own, over its list's.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession, endSession } from '@/stores/session';
import { makeReview, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const kettle = makeReview({ id: 7, title: 'The kettle', isPublished: false });

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 1, published: 0, drafts: 1, featured: 0, byCategory: [] },
    articles: { total: 0, published: 0, drafts: 0 },
    pages: { total: 0, published: 0, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  on('GET /api/admin/reviews', () => json([kettle], 200, { 'X-Total-Count': '1' }));
  on('GET /api/admin/reviews/7', rendered(kettle));
});

const editor = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('opens over its list, which is as it was afterwards', async () => {
  const user = renderApp('/admin/reviews?status=draft&search=kettle');
  const edit = await screen.findByRole('button', { name: 'Edit The kettle' });
  await user.click(edit);
  const dialog = await editor('Edit Review');
  expect(await dialog.findByLabelText('Review Title')).toHaveProperty('value', 'The kettle');
  expect(document.title).toBe('The kettle · Edit Review | Candor');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await closed();
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'draft');
  expect(screen.getByRole('searchbox', { name: 'Search reviews' })).toHaveProperty('value', 'kettle');
  expect(calls('GET /api/admin/reviews').every((call) => call.query.get('search') === 'kettle')).toBe(true);
  expect(document.activeElement).toBe(edit);
});

it('is opened by its address alone, and leads to its list', async () => {
  const user = renderApp('/admin/reviews/7/edit?status=draft');
  expect(await (await editor('Edit Review')).findByLabelText('Review Title')).toHaveProperty('value', 'The kettle');
  await user.keyboard('{Escape}');
  await closed();
  expect(await screen.findByRole('button', { name: 'Edit The kettle' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'draft');
});

it('is opened for a new item by its address', async () => {
  renderApp('/admin/reviews/new');
  expect(await (await editor('Add Review')).findByLabelText('Review Title')).toHaveProperty('value', '');
});

it('says what is missing beside its field, and sends nothing', async () => {
  const user = renderApp('/admin/reviews/new');
  const dialog = await editor('Add Review');
  const rating = await dialog.findByLabelText('Rating');
  await user.clear(rating);
  await user.type(rating, '5.1');
  await user.click(dialog.getByRole('tab', { name: 'Preview' }));
  await user.click(dialog.getByRole('button', { name: 'Create Review' }));
  const title = await dialog.findByLabelText('Review Title');
  await waitFor(() => expect(document.activeElement).toBe(title)); // where writing goes on, not in the preview
  const alerts = (await dialog.findAllByRole('alert')).map((alert) => alert.textContent);
  expect(alerts).toEqual(
    expect.arrayContaining([
      'Review Title is required',
      'Review Content is required',
      'Product Name is required',
      'Brand is required',
      'Author is required',
      'Rating must be at most 5',
    ]),
  );
  expect(document.getElementById(title.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toBe(
    'Review Title is required',
  );
  expect(dialog.getByRole('textbox', { name: 'Review Content' }).getAttribute('aria-invalid')).toBe('true');
  expect(calls('POST /api/reviews')).toEqual([]);
});

it.each(['99', 'abc'])('says that there is no item %s', async (id) => {
  for (const path of ['99', '0']) on(`GET /api/admin/reviews/${path}`, () => problem(404, 'Not found.'));
  renderApp(`/admin/reviews/${id}/edit`);
  const dialog = await editor('Edit Review');
  expect(await dialog.findByText('This review no longer exists')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Update Review' })).toHaveProperty('disabled', true);
});

it('is not opened by other addresses below a list', async () => {
  renderApp('/admin/reviews/7/other');
  await screen.findByRole('button', { name: 'Edit The kettle' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens after the sign-in that it asked for', async () => {
  endSession();
  on('POST /api/admin/login', { success: true, message: 'Login successful' });
  const user = renderApp('/admin/reviews/7/edit');
  await user.type(await screen.findByLabelText('Username'), 'admin');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await (await editor('Edit Review')).findByLabelText('Review Title');
});

it('remembers whether the side panel is open, and opens it for what is wrong in it', async () => {
  const user = renderApp('/admin/reviews/7/edit');
  let dialog = await editor('Edit Review');
  await user.clear(await dialog.findByLabelText('Brand'));
  const details = dialog.getByRole('button', { name: 'Details', expanded: true });
  await user.click(details);
  expect(dialog.queryByRole('textbox', { name: 'Brand' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Update Review' }));
  const brand = await dialog.findByRole('textbox', { name: 'Brand' });
  await waitFor(() => expect(document.activeElement).toBe(brand));
  expect(details.getAttribute('aria-expanded')).toBe('true');

  await user.click(details);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await closed();
  await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
  dialog = await editor('Edit Review');
  await dialog.findByLabelText('Review Title');
  expect(dialog.getByRole('button', { name: 'Details', expanded: false })).toBeTruthy();
});
