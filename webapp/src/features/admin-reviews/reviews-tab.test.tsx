// The tab Reviews on a network that behaves like the server: it filters, sorts, pages and carries out bulk actions.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeReview } from '@/testing/makers';
import { onNarrowScreen } from '@/testing/match-media';
import { emptySite, notice, renderApp } from '@/testing/render';
import { beginSession } from '@/stores/session';
import { calls, json, on, problem, type Call } from '@/testing/server';
import type { Review } from '@/lib/api-types';

let stored: Review[];
let deleted: Review[];

/** Answers as the server does, from what is stored. */
function list({ query }: Call): Response {
  const found = stored
    .filter((r) => !query.get('categoryId') || String(r.categoryId) === query.get('categoryId'))
    .filter((r) => !query.get('featured') || String(r.isFeatured) === query.get('featured'))
    .filter((r) => !query.get('published') || String(r.isPublished) === query.get('published'))
    .filter((r) => r.title.toLowerCase().includes((query.get('search') ?? '').toLowerCase()))
    .sort((a, b) => (query.get('sort') === 'rating' ? a.rating - b.rating : b.id - a.id));
  if (query.get('order') === 'desc') found.reverse();
  const offset = Number(query.get('offset') ?? 0);
  return json(found.slice(offset, offset + Number(query.get('limit') ?? 1000)), 200, { 'X-Total-Count': String(found.length) });
}

/** How many bulks the server has answered. */
let requests = 0;

function bulk({ body }: Call): Response {
  const { action, ids } = body as { action: string; ids: number[] };
  const from = action === 'restore' ? deleted : stored;
  const chosen = ids.flatMap((id) => from.filter((r) => r.id === id));
  const done = chosen.map((r) => {
    const before = JSON.stringify(r);
    if (action === 'publish' || action === 'unpublish') r.isPublished = action === 'publish';
    if (action === 'feature' || action === 'unfeature') r.isFeatured = action === 'feature';
    return { id: r.id, revision: 1, changed: action === 'delete' || action === 'restore' || JSON.stringify(r) !== before };
  });
  if (action === 'delete') [stored, deleted] = [stored.filter((r) => !chosen.includes(r)), [...deleted, ...chosen]];
  if (action === 'restore') [stored, deleted] = [[...stored, ...chosen], deleted.filter((r) => !chosen.includes(r))];
  const errors = ids.filter((id) => !done.some((d) => d.id === id)).map((id) => ({ id, status: 404, message: 'Review not found' }));
  return json({ requestId: `request-${requests++}`, done, errors });
}

/** Takes back, as the server does, a request that published: the schedule that publishing cleared is there again. */
function takeBack({ body }: Call): Response {
  const { requestId, items } = body as { requestId: string; items: { kind: string; id: number; revision: number }[] };
  const last = calls('POST /api/admin/reviews/bulk').at(-1);
  if (!last || requestId !== 'request-0') return problem(404, 'no such request');
  const { action } = last.body as { action: string };
  const opposite = { publish: 'unpublish', feature: 'unfeature', delete: 'restore' }[action];
  return bulk({
    method: 'POST',
    path: '',
    query: new URLSearchParams(),
    headers: new Headers(),
    body: { action: opposite, ids: items.map((i) => i.id) },
  });
}

beforeEach(() => {
  stored = Array.from({ length: 23 }, (_, i) =>
    makeReview({
      id: i + 1,
      title: `Review number ${i + 1}.`,
      categoryId: i === 4 ? 99 : 1 + (i % 2),
      rating: 1 + (i % 5),
      isFeatured: i < 3,
      isPublished: i % 2 === 0,
    }),
  );
  deleted = [];
  requests = 0;
  beginSession(Date.now());
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', () =>
    json({
      reviews: {
        total: stored.length,
        published: 12,
        drafts: 11,
        featured: 3,
        byCategory: [
          { categoryId: 1, count: 11 },
          { categoryId: 2, count: 11 },
          { categoryId: 99, count: 1 },
        ],
      },
      articles: { total: 0, published: 0, drafts: 0 },
      messages: { unread: 0, read: 0 },
      keys: { active: 0, total: 0 },
    }),
  );
  on('GET /api/admin/reviews', list);
  on('POST /api/admin/reviews/bulk', bulk);
  on('POST /api/admin/undo', takeBack);
});

const rows = () =>
  within(screen.getByRole('table', { name: 'reviews' }))
    .getAllByRole('row')
    .slice(1);
const titles = () => rows().map((row) => /number (\d+)\./.exec(row.textContent)?.[1]);
const row = (n: number) => {
  const found = rows().find((r) => r.textContent.includes(`number ${n}.`));
  if (!found) throw new Error(`no row of review ${n}`);
  return found;
};
const tick = (n: number) => within(row(n)).getByRole('checkbox');
const bar = () => within(screen.getByRole('group', { name: 'Selected reviews' }));
const lastList = () => calls('GET /api/admin/reviews').at(-1)?.query;

async function show(query = '') {
  const user = renderApp(`/admin/reviews${query}`);
  await screen.findByRole('table', { name: 'reviews' });
  return user;
}

describe('the list', () => {
  it('counts, and shows ten of a page with their facts', async () => {
    await show();
    expect(titles()).toEqual(['23', '22', '21', '20', '19', '18', '17', '16', '15', '14']);
    const count = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent;
    await waitFor(async () => expect(await count('Total')).toBe('23'));
    expect(await count('Shown')).toBe('23');
    expect(await count('Automotive Tech')).toBe('11');
    expect(await count('Unknown')).toBe('1');
    expect(
      screen
        .getAllByRole('columnheader')
        .map((h) => h.textContent)
        .slice(1),
    ).toEqual(['Product', 'Title', 'Category', 'Rating', 'Author', 'Published', 'Last Updated', 'Actions']);
    expect(within(row(23)).getByRole('link', { name: 'View Review number 23.' }).getAttribute('href')).toBe('/reviews/23');
    expect(within(row(22)).getByText('Draft')).toBeTruthy();
    expect(within(row(22)).queryByRole('link', { name: /^View / })).toBeNull(); // a draft has no public page
    expect(within(row(22)).getAllByText(/2\.0\/5/)).not.toHaveLength(0);
  });

  it('names a category that is gone Unknown', async () => {
    await show('?page=2&search=number+5.');
    await waitFor(() => expect(titles()).toEqual(['5'])); // page 2 of one page leads to the last
    expect(within(row(5)).getAllByText('Unknown')).not.toHaveLength(0);
  });

  it('pages with at most five numbers', async () => {
    const user = await show();
    const pager = () => within(screen.getByRole('navigation', { name: 'Pages of reviews' }));
    expect(
      pager()
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['Previous', '1', '2', '3', 'Next']);
    await user.click(pager().getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(titles()[0]).toBe('13'));
    await user.click(pager().getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(titles()).toEqual(['3', '2', '1']));
    expect(screen.getByText('21–23 of 23 reviews')).toBeTruthy();
  });

  it('filters by category and feature, from page 1 again', async () => {
    const user = await show('?page=2');
    await waitFor(() => expect(titles()[0]).toBe('13'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Automotive Tech');
    await waitFor(() => expect(titles()[0]).toBe('22'));
    expect(lastList()?.get('categoryId')).toBe('2');
    expect(lastList()?.get('offset')).toBe('0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Featured' }), 'Featured');
    await waitFor(() => expect(titles()).toEqual(['2']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Published');
    await screen.findByText('No reviews found');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(titles()).toHaveLength(10));
    expect(screen.getByRole('combobox', { name: 'Category' })).toHaveProperty('value', '');
  });

  it('searches after a pause in typing', async () => {
    const user = await show('?page=2');
    await user.type(screen.getByRole('searchbox', { name: 'Search reviews' }), 'number 21');
    await waitFor(() => expect(titles()).toEqual(['21']));
    expect(calls('GET /api/admin/reviews').filter((c) => c.query.get('search')).length).toBeLessThan(4);
  });

  it('sorts by a column, the other way, and no more', async () => {
    const user = await show();
    const head = () => screen.getByRole('columnheader', { name: 'Rating' });
    await user.click(within(head()).getByRole('button'));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'));
    await waitFor(() => expect(lastList()?.get('sort')).toBe('rating'));
    expect(lastList()?.get('order')).toBe('desc');
    await user.click(within(head()).getByRole('button'));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'));
    await user.click(within(head()).getByRole('button'));
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBeNull());
  });

  it('says when there is nothing, and when it failed', async () => {
    stored = [];
    const user = renderApp('/admin/reviews');
    await screen.findByText('No reviews yet');
    on('GET /api/admin/reviews', () => problem(503, 'away'));
    await user.type(screen.getByRole('searchbox', { name: 'Search reviews' }), 'x');
    expect((await screen.findByRole('alert')).textContent).toContain('The reviews could not be loaded');
    on('GET /api/admin/reviews', list);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No reviews found');
  });

  it('is not empty with a new draft', async () => {
    stored = [];
    on('GET /api/admin/drafts', () =>
      json([
        {
          id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
          kind: 'review',
          fields: {},
          was: {},
          title: 'A kettle',
          updatedAt: '2026-11-21T12:03:00Z',
          by: { kind: 'admin', id: 'admin', name: 'admin' },
          revision: 0,
        },
      ]),
    );
    renderApp('/admin/reviews');
    await screen.findByText('New draft');
    await screen.findByText(/^No other reviews so far/);
    expect(screen.queryByText('No reviews yet')).toBeNull();
  });

  it('leads to the editor of a review by its title', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Review number 23.' }).getAttribute('href')).toBe('/admin/reviews/23/edit');
  });

  it('copies the template', async () => {
    const user = await show();
    await user.click(screen.getByRole('button', { name: 'Copy Template' }));
    await notice('Template Copied');
    expect(await navigator.clipboard.readText()).toContain('productName');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(screen.getByRole('button', { name: 'Copy Template' }));
    await notice('Copy Failed');
    await notice('Could not copy to clipboard. Please copy manually.');
  });
});

describe('several at once', () => {
  it('publishes at once, says how many, and takes it back', async () => {
    const user = await show();
    await user.click(tick(22));
    await user.click(tick(21));
    await user.click(tick(20));
    expect(bar().getByRole('status').textContent).toBe('3 reviews selected');
    await user.click(bar().getByRole('button', { name: 'Publish' }));
    await notice('2 reviews published'); // 21 was published already
    expect(within(row(22)).getByText('Published')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Selected reviews' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Reviews');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await notice('2 reviews unpublished');
    // By the request itself, so that it gives back the schedule, too, and only of what it has changed.
    expect(calls('POST /api/admin/reviews/bulk')[0]?.headers.get('X-Request-Id')).toBeNull(); // the server names it
    const requestId = 'request-0';
    const items = [22, 20].map((id) => ({ kind: 'review', id, revision: 1 }));
    expect(calls('POST /api/admin/undo').map((c) => c.body)).toEqual([{ requestId, items }]);
    expect(calls('POST /api/admin/reviews/bulk')).toHaveLength(1);
    await waitFor(() => expect(within(row(22)).getByText('Draft')).toBeTruthy());
    expect(within(row(21)).getByText('Published')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('names what was changed since, and leaves it', async () => {
    const user = await show();
    await user.click(tick(22));
    await user.click(tick(20));
    await user.click(bar().getByRole('button', { name: 'Publish' }));
    await notice('2 reviews published');
    const changed = 'Someone else changed this in the meantime.';
    on('POST /api/admin/undo', {
      done: [{ kind: 'review', id: 22, revision: 2, changed: true }],
      errors: [{ kind: 'review', id: 20, status: 409, message: changed }],
    });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await notice('1 review unpublished');
    await notice(`1 review not unpublished (“Review number 20.”): ${changed}`);
  });

  it('shows what will be before the server has answered, and what was when it refuses', async () => {
    const user = await show();
    let refuse = () => undefined as unknown;
    on('POST /api/admin/reviews/bulk', () => new Promise<Response>((answer) => (refuse = () => answer(problem(503, 'away')))));
    await user.click(tick(22));
    await user.click(bar().getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(within(row(22)).getByText('Published')).toBeTruthy());
    on('GET /api/admin/reviews', () => problem(503, 'away')); // nor does it say how things are
    refuse();
    await notice('1 review could not be published. Please try again.');
    expect(within(row(22)).getByText('Draft')).toBeTruthy();
    expect(bar().getByRole('status').textContent).toBe('1 review selected'); // to try again
  });

  it('ticks the page, remembers it on the next, and forgets it with another filter', async () => {
    const user = await show();
    await user.click(screen.getByRole('checkbox', { name: 'Select all reviews on this page' }));
    expect(bar().getByRole('status').textContent).toBe('10 reviews selected');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(titles()[0]).toBe('13'));
    await user.click(tick(13));
    expect(bar().getByRole('status').textContent).toBe('11 reviews selected, 10 on other pages');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Featured' }), 'Not Featured');
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected reviews' })).toBeNull());
  });

  it('asks before deleting, naming the count, and brings them back', async () => {
    const user = await show();
    await user.click(tick(23));
    await user.click(tick(21));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(dialog.getByText(/cannot be undone/).textContent).toBe(
      'This permanently removes 2 reviews from the public site and cannot be undone there. You can restore them under Deleted.',
    );
    await user.click(dialog.getByRole('button', { name: 'Delete 2 reviews' }));
    await notice('2 reviews deleted');
    await waitFor(() => expect(titles()).toEqual(['22', '20', '19', '18', '17', '16', '15', '14', '13', '12']));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await notice('2 reviews restored');
    await waitFor(() => expect(titles()[0]).toBe('23'));
  });

  it('names what could not be done', async () => {
    const user = await show();
    await user.click(tick(22));
    await user.click(tick(20));
    stored = stored.filter((r) => r.id !== 20); // somebody else's doing
    await user.click(bar().getByRole('button', { name: 'Publish' }));
    await notice('1 review published');
    await notice('1 review not published: Review not found');
  });
});

describe('deleting one', () => {
  it('names the one that is ticked, and all of its title', async () => {
    const title = 'A long title. '.repeat(21).trim();
    stored = stored.map((r) => (r.id === 23 ? { ...r, title: `number 23. ${title}` } : r));
    const user = await show();
    await user.click(tick(23));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(dialog.getByText(/cannot be undone/).textContent).toBe(
      `This permanently removes “number 23. ${title}” from the public site and cannot be undone there. You can restore it under Deleted.`,
    );
    expect(dialog.queryByRole('list')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  });

  it('asks in the words of the specification, and offers the way back', async () => {
    on('DELETE /api/reviews/23', () => {
      bulk({ method: 'POST', path: '', query: new URLSearchParams(), headers: new Headers(), body: { action: 'delete', ids: [23] } });
      return json(null, 204);
    });
    const user = await show();
    await user.click(within(row(23)).getByRole('button', { name: 'Delete Review number 23.' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    expect(dialog.getByText(/cannot be undone/).textContent).toBe(
      'This permanently removes “Review number 23.” from the public site and cannot be undone there. You can restore it under Deleted.',
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await notice('Review deleted');
    await waitFor(() => expect(titles()[0]).toBe('22'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await notice('1 review restored');
    await waitFor(() => expect(titles()[0]).toBe('23'));
  });

  it('puts the row back when the server refuses', async () => {
    on('DELETE /api/reviews/23', () => problem(503, 'away'));
    const user = await show();
    on('GET /api/admin/reviews', () => problem(503, 'away'));
    await user.click(within(row(23)).getByRole('button', { name: 'Delete Review number 23.' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await notice('“Review number 23.” could not be deleted. Please try again.');
    expect(titles()[0]).toBe('23');
  });

  it('is in the menu that a phone shows, which the keyboard walks', async () => {
    onNarrowScreen();
    const user = await show();
    const button = within(row(23)).getByRole('button', { name: 'Actions for Review number 23.' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement?.textContent).toBe('View');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Delete');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await screen.findByRole('alertdialog', { name: 'Are you sure?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
