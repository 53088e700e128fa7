// When an editor says that a change can be marked as a correction: only where readers have seen what is changed. What matters
// most to them is asked about.
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeArticle, makeReview } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const kinds = [
  { tab: 'reviews', path: 'reviews', add: 'Add Review', update: 'Update Review', create: 'Create Review', title: 'Review Title', make: makeReview, required: ['Product Name', 'Brand', 'Author', 'Review Title', 'Review Content'] },
  { tab: 'articles', path: 'news', add: 'Add Article', update: 'Update News', create: 'Create News', title: 'Title', make: makeArticle, required: ['Title', 'Content', 'Author', 'Category'] },
] as const;

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 1, published: 1, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 1, published: 1, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
});

const mark = () => screen.queryByRole('button', { name: 'Mark this change…' });
const published = () => screen.getByRole('switch', { name: 'Published' });

describe.each(kinds)('the editor of $tab', ({ tab, path, add, update, create, title, make, required }) => {
  async function edit(isPublished: boolean) {
    const item = make({ id: 7, title: 'The kettle', isPublished });
    on(`GET /api/admin/${path}`, () => json([item], 200, { 'X-Total-Count': '1' }));
    on(`GET /api/admin/${path}/7`, item);
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.type(await screen.findByRole('textbox', { name: title }), ' again');
    return user;
  }

  it('offers none for a new one, which is created without', async () => {
    on(`GET /api/admin/${path}`, () => json([], 200, { 'X-Total-Count': '0' }));
    on(`POST /api/${path}`, make({ id: 8 }));
    const user = renderApp(`/admin/${tab}`);
    await user.click((await screen.findAllByRole('button', { name: add }))[0] as HTMLElement);
    const form = within(await screen.findByRole('dialog'));
    for (const name of required) await user.type(await form.findByLabelText(name), 'T');
    if (published().getAttribute('aria-checked') === 'false') await user.click(published());
    expect(mark()).toBeNull();
    await user.click(form.getByRole('button', { name: create }));
    await screen.findByText(/ created$/);
    expect(calls(`POST /api/${path}`)[0]?.body).toMatchObject({ isPublished: true });
    expect(calls(`POST /api/${path}`)[0]?.body).not.toHaveProperty('correction');
  });

  it('offers none for a draft, not even one that is about to be published', async () => {
    const user = await edit(false);
    await user.click(published());
    expect(mark()).toBeNull();
  });

  it('offers it for what is published', async () => {
    const user = await edit(true);
    expect(mark()).toBeTruthy();
    await user.click(published()); // readers have seen it, also if this save takes it off the site
    expect(mark()).toBeTruthy();
  });

  it('sends what the change was marked as', async () => {
    const user = await edit(true);
    await user.click(mark() as HTMLElement);
    const question = within(await screen.findByRole('dialog', { name: 'What kind of change is this?' }));
    await user.click(question.getByRole('button', { name: 'Mark this change' }));
    expect(question.getByRole('alert').textContent).toBe('Choose one');
    await user.click(question.getByRole('radio', { name: 'Correction' }));
    await user.click(question.getByRole('button', { name: 'Mark this change' }));
    expect(question.getByRole('alert').textContent).toBe('Describe what was wrong');
    await user.type(question.getByRole('textbox', { name: 'What was wrong' }), 'It was another kettle.');
    await user.click(question.getByRole('button', { name: 'Mark this change' }));
    expect(screen.getByText(/marked as a correction/)).toBeTruthy();
    on(`PATCH /api/${path}/7`, make({ id: 7, title: 'The kettle again', revision: 9 }));
    await user.click(screen.getByRole('button', { name: update }));
    await screen.findByText(/ updated$/);
    expect(calls(`PATCH /api/${path}/7`)[0]?.body).toEqual({ title: 'The kettle again', correction: 'It was another kettle.' });
  });
});

describe('a change of the score', () => {
  it.each([
    { choice: 'Update', sent: { update: '' } },
    { choice: 'Typo', sent: { typo: true } },
  ])('is asked about once, when it is saved: $choice', async ({ choice, sent }) => {
    const item = makeReview({ id: 7, title: 'The kettle' });
    on('GET /api/admin/reviews', () => json([item], 200, { 'X-Total-Count': '1' }));
    on('GET /api/admin/reviews/7', item);
    on('PATCH /api/reviews/7', () => problem(503, 'later'));
    const user = renderApp('/admin/reviews/7/edit');
    const score = await screen.findByRole('textbox', { name: 'Rating' });
    await user.clear(score);
    await user.type(score, '3.9');
    await user.click(screen.getByRole('button', { name: 'Update Review' }));
    const question = within(await screen.findByRole('dialog', { name: 'What kind of change is this?' }));
    await user.click(question.getByRole('radio', { name: choice }));
    await user.click(question.getByRole('button', { name: 'Update Review' }));
    await screen.findByText(/Failed to update review/);
    on('PATCH /api/reviews/7', { ...item, rating: 3.9, revision: 4 });
    await user.click(screen.getByRole('button', { name: 'Update Review' }));
    await screen.findByText('Review updated');
    expect(calls('PATCH /api/reviews/7').map((c) => c.body)).toEqual([{ rating: 3.9, ...sent }, { rating: 3.9, ...sent }]);
  });
});
