// The public history of a review and of an article, and a version of each.
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Version } from '@/lib/api-types';
import { makeArticle, makeChange, makeReview, makeSite, makeVersion, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, on, problem } from '@/testing/server';

beforeEach(emptySite);

const history = (versions: Version[], more: object = {}) => ({ mode: 'full', versions, next: null, ...more });
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

const versions = [
  makeVersion({
    revision: 6,
    isCurrent: true,
    type: 'correction',
    label: 'Correction',
    note: 'We had timed another kettle.',
    rating: 4,
    changes: [makeChange('content', 'Text', 'two', 'three'), makeChange('rating', 'Rating', 4.6, 4)],
  }),
  makeVersion({
    revision: 4,
    type: 'edit',
    label: 'Edited',
    changes: [
      makeChange('categoryId', 'Category', 'Computers', 'Gadgets'),
      { field: 'pros', name: 'Pros', from: ['Light'], to: ['Light'], html: '' },
    ],
  }),
  makeVersion({ revision: 1, at: '2026-11-20T10:42:00Z', type: 'published' }),
];

describe('the history of a review', () => {
  it('shows every version with its date, type, reason, score and changes, newest first', async () => {
    on('GET /api/reviews/1/history', history(versions));
    renderApp('/reviews/1/history');
    await title('The quiet laptop');
    const entries = within(screen.getByRole('list', { name: 'Versions, newest first' }))
      .getAllByRole('listitem')
      .filter((li) => li.id.startsWith('version-'));
    const heads = entries.map((li) => within(li).getByRole('heading', { level: 2 }).textContent);
    expect(heads).toEqual(['Correction', 'Edited', 'Published']);
    const [first, second, third] = entries.map((li) => within(li));
    expect(first?.getByText('Current version')).toBeTruthy();
    expect(first?.getByText('We had timed another kettle.')).toBeTruthy();
    expect(first?.getByRole('img', { name: 'Rated 4.0 out of 5' })).toBeTruthy();
    expect(first?.getAllByRole('term').map((dt) => dt.textContent)).toEqual(['Rating', 'Text']);
    expect(first?.getByText('two').tagName).toBe('DEL');
    expect(first?.getByText('three').tagName).toBe('INS');
    expect(second?.getAllByRole('definition').map((dd) => dd.textContent)).toEqual(['Computers → Gadgets', 'No visible change']);
    expect(third?.getByText('The first version that readers could see.')).toBeTruthy();
    expect(third?.getByText('10:42 UTC')).toBeTruthy();
    expect(third?.getByRole('link', { name: 'Read this version of November 20, 2026, 10:42 UTC' })).toHaveProperty(
      'pathname',
      '/reviews/1/history/1',
    );
    expect(third?.getByRole('link', { name: 'Inclusion proof', hidden: true }).getAttribute('href')).toBe(
      '/api/checkpoint/inclusion?position=101',
    );
    expect(screen.getByRole('img', { name: /^The score by version: 4\.6 on November 20, 2026, 4\.0 on/ })).toBeTruthy();
  });

  it('says why a version is withheld, and shows nothing of it', async () => {
    const hidden = makeVersion({
      revision: 4,
      title: '',
      rating: null,
      withheld: { reason: 'A court order.', at: '2026-11-25T10:00:00Z' },
    });
    on(
      'GET /api/reviews/1/history',
      history([
        makeVersion({
          revision: 6,
          isCurrent: true,
          changes: [{ field: 'rating', name: 'Rating', to: 4, html: '<div class="diff"><p>withheld → 4.0</p></div>' }],
        }),
        hidden,
        makeVersion({ revision: 1 }),
      ]),
    );
    renderApp('/reviews/1/history');
    const entry = (await screen.findByRole('heading', { level: 2, name: 'Withheld' })).closest('li');
    expect(entry?.textContent).toContain('The reason: A court order.');
    expect(within(entry as HTMLElement).queryByRole('link', { name: /^Read this version/ })).toBeNull();
    expect(screen.getAllByRole('definition').map((dd) => dd.textContent)).toEqual(['withheld → 4.0']);
  });

  it('shows a replaced picture beside the new one, and says why one is missing', async () => {
    const picture = {
      type: 'picture',
      label: 'Picture replaced',
      revision: 4,
      rating: null,
      from: '/media/a.webp',
      to: '/media/b.webp',
      fromAlt: 'A kettle',
      toAlt: '',
      fromRemovedAt: null,
      toRemovedAt: null,
    } as const;
    const entry = (position: number, changes: Partial<Version> = {}) => makeVersion({ ...picture, position, ...changes });
    on(
      'GET /api/reviews/1/history',
      history([
        entry(9, { withheld: { reason: 'A court order.', at: '2026-11-25T10:00:00Z' }, from: null, to: null }),
        entry(8, { from: null, fromRemovedAt: '2026-11-20T10:00:00Z' }),
        entry(7, { from: null }),
        entry(6),
        ...versions,
      ]),
    );
    renderApp('/reviews/1/history');
    await title('The quiet laptop');
    expect(screen.getByText('3 versions')).toBeTruthy();
    const heads = screen.getAllByRole('heading', { level: 2, name: 'Picture replaced' });
    const [withheld, removed, hidden, both] = heads.map((head) => within(head.closest('li') as HTMLElement));
    expect(withheld?.getByText('A court order.')).toBeTruthy();
    expect(withheld?.queryAllByRole('figure')).toEqual([]);
    expect(removed?.getByText(/^Picture removed,/).textContent).toBe('Picture removed, November 20, 2026');
    expect(hidden?.getByText('No longer shown')).toBeTruthy();
    expect(both?.getByRole('link', { name: 'Before: A kettle, opens in a new tab' }).getAttribute('href')).toBe('/media/a.webp');
    expect(both?.getByRole('link', { name: 'After, opens in a new tab' }).getAttribute('href')).toBe('/media/b.webp');
    expect(both?.getByRole('link', { name: 'Inclusion proof', hidden: true }).getAttribute('href')).toBe(
      '/api/checkpoint/inclusion?position=6',
    );
  });

  it('says what it leaves out where only corrections are public', async () => {
    on('GET /api/reviews/1/history', history(versions, { mode: 'corrections' }));
    renderApp('/reviews/1/history');
    expect(await screen.findByText(/^This review as it was first published, and every correction and update since/)).toBeTruthy();
  });

  it('shows earlier versions on demand', async () => {
    on('GET /api/reviews/1/history', ({ query }) =>
      Response.json(query.has('before') ? history(versions.slice(1)) : history(versions.slice(0, 1), { next: 6 })),
    );
    const user = renderApp('/reviews/1/history');
    expect(await screen.findByText('The newest version')).toBeTruthy();
    expect(screen.queryByRole('img', { name: /^The score by version/ })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Show earlier versions' }));
    expect(await screen.findByText('3 versions')).toBeTruthy();
    expect(calls('GET /api/reviews/1/history')[1]?.query.get('before')).toBe('6');
  });

  it('is not found where there is none', async () => {
    on('GET /api/reviews/1/history', () => problem(404, 'Review not found'));
    renderApp('/reviews/1/history');
    await title('History Not Found');
  });

  it('offers to try again after a failure', async () => {
    on('GET /api/reviews/1/history', () => problem(503, 'away'));
    const user = renderApp('/reviews/1/history');
    const again = await screen.findByRole('button', { name: 'Try again' });
    on('GET /api/reviews/1/history', history(versions));
    await user.click(again);
    await title('The quiet laptop');
  });
});

describe('a version', () => {
  it('of a review is the review as it read, below what it changed', async () => {
    on('GET /api/reviews/1/history/6', {
      ...versions[0],
      isCurrent: false,
      item: rendered(makeReview({ title: 'The kettle' })),
      previous: null,
    });
    renderApp('/reviews/1/history/6');
    await title('The kettle');
    const about = within(screen.getByRole('region', { name: 'About this version' }));
    expect(about.getByText(/^An earlier version/).textContent).toBe('An earlier version, November 23, 2026, 10:00 UTC');
    expect(about.getByText('three').tagName).toBe('INS');
    expect(about.getByRole('link', { name: 'Read the review today' })).toHaveProperty('pathname', '/reviews/1');
    expect(screen.getByText('Second line.')).toBeTruthy();
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, follow');
  });

  it('of an article is the article as it read', async () => {
    on('GET /api/news/1/history/1', { ...makeVersion({ rating: null, isCurrent: true }), item: rendered(makeArticle()), previous: null });
    renderApp('/tech-articles/1/history/1');
    await title('A town and its minutes');
    expect(screen.getByText(/^The current version/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Read the article today' })).toBeNull();
  });

  it('that is withheld says why', async () => {
    on('GET /api/reviews/1/history/4', {
      ...makeVersion({ title: '', rating: null, withheld: { reason: 'A court order.', at: '2026-11-25T10:00:00Z' } }),
      item: null,
      previous: null,
    });
    renderApp('/reviews/1/history/4');
    await title('Withheld version');
    expect(screen.getByText('A court order.')).toBeTruthy();
  });

  it.each(['/reviews/1/history/x', '/reviews/1/history/01', '/reviews/0/history', '/tech-articles/x/history/1'])(
    '%s is not found, and asks for nothing',
    async (path) => {
      renderApp(path);
      await title('History Not Found');
      expect(calls(`GET /api${path.replace('tech-articles', 'news')}`)).toHaveLength(0);
    },
  );
});

describe('a review', () => {
  it('leads to its history beside its dates', async () => {
    on('GET /api/reviews/1', rendered(makeReview({ changeCount: 2 })));
    renderApp('/reviews/1');
    expect(await screen.findByRole('link', { name: 'See all changes (2)' })).toHaveProperty('pathname', '/reviews/1/history');
  });

  it('does not where the site has none', async () => {
    on('GET /api/reviews/1', rendered(makeReview()));
    renderApp('/reviews/1', makeSite({ publicHistory: 'off' }));
    await title('The quiet laptop');
    expect(screen.queryByRole('link', { name: /changes/ })).toBeNull();
  });
});
