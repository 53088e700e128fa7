// What an editor asks about a change of what readers have seen, when it is saved: what the server says has to be asked.
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import type { ChangeQuestion } from '@/lib/api-types';
import { makeArticle, makeChange, makePage, makeReview } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const kinds = [
  {
    tab: 'reviews',
    path: 'reviews',
    add: 'Add Review',
    update: 'Update Review',
    create: 'Create Review',
    title: 'Review Title',
    make: makeReview,
    required: ['Product Name', 'Brand', 'Author', 'Review Title', 'Review Content'],
  },
  {
    tab: 'articles',
    path: 'news',
    add: 'Add Article',
    update: 'Update News',
    create: 'Create News',
    title: 'Title',
    make: makeArticle,
    required: ['Title', 'Content', 'Author', 'Category'],
  },
] as const;

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 1, published: 1, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 1, published: 1, drafts: 0 },
    pages: { total: 1, published: 1, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
});

const published = () => screen.getByRole('switch', { name: 'Published' });
const ask = () => screen.findByRole('dialog', { name: 'What kind of change is this?' });
const possible = (type: 'correction' | 'update' | 'typo', reason: string | null = null) => ({ type, reason });

/** What the server says about a change of the title. */
const question = (changes: Partial<ChangeQuestion> = {}): ChangeQuestion => ({
  asked: true,
  seen: true,
  kinds: [possible('correction'), possible('update'), possible('typo')],
  changes: [makeChange('title', 'Title', 'The kettle', 'The kettle again')],
  ...changes,
});

describe.each(kinds)('the editor of $tab', ({ tab, path, add, update, create, title, make, required }) => {
  async function edit(isPublished: boolean) {
    const item = make({ id: 7, title: 'The kettle', isPublished });
    on(`GET /api/admin/${path}`, () => json([item], 200, { 'X-Total-Count': '1' }));
    on(`GET /api/admin/${path}/7`, item);
    on(`PATCH /api/${path}/7`, make({ id: 7, title: 'The kettle again', revision: 9 }));
    on(`POST /api/admin/${path}/7/change`, question());
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.type(await screen.findByRole('textbox', { name: title }), ' again');
    return user;
  }

  it('asks nothing about a new one', async () => {
    on(`GET /api/admin/${path}`, () => json([], 200, { 'X-Total-Count': '0' }));
    on(`POST /api/${path}`, make({ id: 8 }));
    const user = renderApp(`/admin/${tab}`);
    await user.click((await screen.findAllByRole('button', { name: add }))[0] as HTMLElement);
    const form = within(await screen.findByRole('dialog'));
    for (const name of required) await user.type(await form.findByLabelText(name), 'T');
    if (published().getAttribute('aria-checked') === 'false') await user.click(published());
    await user.click(form.getByRole('button', { name: create }));
    await screen.findByText(/ created$/);
    expect(calls(`POST /api/${path}`)[0]?.body).toMatchObject({ isPublished: true });
    expect(calls(`POST /api/${path}`)[0]?.body).not.toHaveProperty('correction');
  });

  it('asks nothing about a draft, not even one that is published for the first time', async () => {
    const user = await edit(false);
    on(`POST /api/admin/${path}/7/change`, question({ asked: false, seen: false }));
    await user.click(published());
    await user.click(screen.getByRole('button', { name: update }));
    await screen.findByText(/ updated$/);
    expect(calls(`PATCH /api/${path}/7`)[0]?.body).toEqual({ title: 'The kettle again', isPublished: true });
  });

  it('asks about one that is published again', async () => {
    const user = await edit(false);
    await user.click(published());
    await user.click(screen.getByRole('button', { name: update }));
    const dialog = within(await ask());
    expect(calls(`POST /api/admin/${path}/7/change`)[0]?.body).toEqual({ changes: { title: 'The kettle again', isPublished: true } });
    await user.click(dialog.getByRole('radio', { name: 'Correction' }));
    await user.type(dialog.getByRole('textbox', { name: 'What was wrong' }), 'It was another kettle.');
    await user.click(dialog.getByRole('button', { name: update }));
    await screen.findByText(/ updated$/);
    expect(calls(`PATCH /api/${path}/7`)[0]?.body).toMatchObject({ isPublished: true, correction: 'It was another kettle.' });
  });

  it('asks about what is published, with the difference, and sends the answer', async () => {
    const user = await edit(true);
    await user.click(screen.getByRole('button', { name: update }));
    const dialog = within(await ask());
    expect(calls(`POST /api/admin/${path}/7/change`)[0]?.body).toEqual({ changes: { title: 'The kettle again' } });
    expect(dialog.getByText('The kettle again').tagName).toBe('INS');
    await user.click(dialog.getByRole('button', { name: update }));
    expect(dialog.getByRole('alert').textContent).toBe('Choose one');
    await user.click(dialog.getByRole('radio', { name: 'Correction' }));
    await user.click(dialog.getByRole('button', { name: update }));
    expect(dialog.getByRole('alert').textContent).toBe('Describe what was wrong');
    await user.type(dialog.getByRole('textbox', { name: 'What was wrong' }), 'It was another kettle.');
    await user.click(dialog.getByRole('button', { name: update }));
    await screen.findByText(/ updated$/);
    expect(calls(`PATCH /api/${path}/7`)[0]?.body).toEqual({ title: 'The kettle again', correction: 'It was another kettle.' });
  });

  it('asks nothing where the server sees nothing to ask about', async () => {
    const user = await edit(true);
    on(`POST /api/admin/${path}/7/change`, question({ asked: false }));
    await user.click(screen.getByRole('button', { name: update }));
    await screen.findByText(/ updated$/);
    expect(calls(`PATCH /api/${path}/7`)[0]?.body).toEqual({ title: 'The kettle again' });
  });
});

describe('a change of the score', () => {
  it('is asked about once, is no typo, and keeps its answer if saving fails', async () => {
    const item = makeReview({ id: 7, title: 'The kettle' });
    on('GET /api/admin/reviews', () => json([item], 200, { 'X-Total-Count': '1' }));
    on('GET /api/admin/reviews/7', item);
    on(
      'POST /api/admin/reviews/7/change',
      question({
        kinds: [possible('correction'), possible('update'), possible('typo', 'A new score is not a typo')],
        changes: [makeChange('rating', 'Rating', '4.6', '3.9')],
      }),
    );
    on('PATCH /api/reviews/7', () => problem(503, 'later'));
    const user = renderApp('/admin/reviews/7/edit');
    const score = await screen.findByRole('textbox', { name: 'Rating' });
    await user.clear(score);
    await user.type(score, '3.9');
    await user.click(screen.getByRole('button', { name: 'Update Review' }));
    const dialog = within(await ask());
    expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('aria-labelledby')?.split('-').pop())).toEqual([
      'correction',
      'update',
    ]);
    expect(dialog.getByText('A new score is not a typo.')).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: 'Update' }));
    await user.click(dialog.getByRole('button', { name: 'Update Review' }));
    await screen.findByText(/Failed to update review/);
    on('PATCH /api/reviews/7', { ...item, rating: 3.9, revision: 4 });
    await user.click(screen.getByRole('button', { name: 'Update Review' }));
    await screen.findByText('Review updated');
    expect(calls('PATCH /api/reviews/7').map((c) => c.body)).toEqual([
      { rating: 3.9, update: '' },
      { rating: 3.9, update: '' },
    ]);
    expect(calls('POST /api/admin/reviews/7/change')).toHaveLength(1);
  });

  it('needs a reason where the new one is not what its parts add up to', async () => {
    const item = makeReview({
      id: 7,
      title: 'The kettle',
      rating: 4.4,
      subScores: [{ criterionId: 'a', name: 'Heat', weight: 100, score: 4.4 }],
    });
    on('GET /api/admin/reviews', () => json([item], 200, { 'X-Total-Count': '1' }));
    on('GET /api/admin/reviews/7', item);
    on('POST /api/admin/reviews/7/change', question());
    const user = renderApp('/admin/reviews/7/edit');
    const score = await screen.findByRole('textbox', { name: 'Rating' });
    await user.clear(score);
    await user.type(score, '4');
    await user.click(screen.getByRole('button', { name: 'Update Review' }));
    await screen.findByText('Say why your score is 4.0 and not the weighted 4.4');
    expect(calls('POST /api/admin/reviews/7/change')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Reason for the score' }), 'It is loud.');
    await user.click(screen.getByRole('button', { name: 'Update Review' }));
    await ask();
    expect(calls('POST /api/admin/reviews/7/change')[0]?.body).toEqual({ changes: { rating: 4, scoreReason: 'It is loud.' } });
  });

  it('needs a reason to be published where its parts add up to another', async () => {
    const item = makeReview({
      id: 7,
      title: 'The kettle',
      isPublished: false,
      rating: 4,
      subScores: [{ criterionId: 'a', name: 'Heat', weight: 100, score: 4.4 }],
    });
    on('GET /api/admin/reviews', () => json([item], 200, { 'X-Total-Count': '1' }));
    on('GET /api/admin/reviews/7', item);
    on('PATCH /api/reviews/7', { ...item, isPublished: true, revision: 4 });
    const user = renderApp('/admin/reviews/7/edit');
    await user.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish this review' }));
    expect(dialog.getByRole('button', { name: 'Say why your score is 4.0 and not the weighted 4.4' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Publish now' }));
    expect(calls('PATCH /api/reviews/7')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Reason for the score' }), 'It is loud.');
    await user.click(screen.getByRole('button', { name: 'Publish…' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Publish this review' })).getByRole('button', { name: 'Publish now' }),
    );
    await screen.findByText(/^Published\./);
    expect(calls('PATCH /api/reviews/7')[0]?.body).toEqual({ scoreReason: 'It is loud.', isPublished: true });
  });
});

it('says before publishing what changes for readers, and keeps its times until they are right', async () => {
  const item = makeReview({ id: 7, title: 'The kettle' });
  on('GET /api/admin/reviews', () => json([item], 200, { 'X-Total-Count': '1' }));
  on('GET /api/admin/reviews/7', item);
  on(
    'POST /api/admin/reviews/7/change',
    question({
      changes: [{ field: 'title', name: 'Title', html: 'The kettle <ins>again</ins>', from: 'The kettle', to: 'The kettle again' }],
    }),
  );
  const user = renderApp('/admin/reviews/7/edit');
  await user.type(await screen.findByRole('textbox', { name: 'Review Title' }), ' again');
  await user.click(screen.getByRole('button', { name: 'Publish…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish changes' }));
  expect((await dialog.findByText('again')).tagName).toBe('INS');
  expect(dialog.getByRole('region', { name: 'These things change for readers' }).textContent).toContain('Title');
  fireEvent.change(dialog.getByLabelText('Publish at'), { target: { value: '2020-01-01T10:00' } });
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await dialog.findByText('Publish at must be in the future')).toBeTruthy();
  expect(calls('PATCH /api/reviews/7')).toEqual([]);
});

it('offers a correction of a page, or none', async () => {
  const item = makePage({ id: 7, title: 'The kettle' });
  on('GET /api/admin/pages', () => json([item], 200, { 'X-Total-Count': '1' }));
  on('GET /api/admin/pages/7', item);
  on('GET /api/admin/pages/placeholders', []);
  on('POST /api/admin/pages/7/change', question({ kinds: [possible('correction')] }));
  on('PATCH /api/pages/7', { ...item, title: 'The kettle again', revision: 4 });
  const user = renderApp('/admin/pages/7/edit');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' again');
  await user.click(screen.getByRole('button', { name: 'Update Page' }));
  const dialog = within(await ask());
  await user.click(dialog.getByRole('radio', { name: 'No correction' }));
  await user.click(dialog.getByRole('button', { name: 'Update Page' }));
  await screen.findByText('Page updated');
  expect(calls('PATCH /api/pages/7')[0]?.body).toEqual({ title: 'The kettle again' });
});
