import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SearchResult } from '@/lib/api-types';
import { makeReview } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { saying } from '@/testing/saying';
import { calls, json, on, problem } from '@/testing/server';

const none: SearchResult = {
  total: 0,
  hits: [],
  facets: { types: [], brands: [], categories: [], tags: [], years: [], scores: [], prices: [] },
  didYouMean: '',
  nearest: false,
};

const card = { rating: null, productPrice: null, productPriceMax: null, publishedAt: '2026-10-01T09:00:00Z', imageUrl: null };

const hits: SearchResult['hits'] = [
  {
    ...card,
    type: 'article',
    id: 3,
    title: 'Matte screens return',
    url: '/tech-articles/3',
    snippet: 'a <mark>laptop</mark>',
    category: 'screens',
    categoryName: 'Screens',
  },
  {
    ...card,
    ...{
      type: 'review',
      id: 1,
      title: 'The quiet laptop',
      url: '/reviews/1',
      snippet: 'The <mark>laptop</mark> &lt;b&gt;',
      productBrand: 'Tarnholt',
      productName: 'Slate 14',
    },
    ...{ category: 'computers', categoryName: 'Computers', rating: 4.6, productPrice: 1299, productPriceMax: 1499 },
  },
  { ...card, type: 'page', id: 2, title: 'How we test', url: '/pages/how-we-test', snippet: '' },
];

const answer = (result: Partial<SearchResult>) => on('GET /api/search', () => json({ ...none, ...result }));

beforeEach(emptySite);

describe('search results', () => {
  it('are compact cards, the best first, with what was found marked', async () => {
    answer({ total: 3, hits });
    renderApp('/reviews?search=laptop');
    expect(await screen.findByRole('heading', { level: 2, name: '3 results for “laptop”' })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Matte screens return',
      'The quiet laptop',
      'How we test',
    ]);
    const [article, review, page] = within(screen.getByRole('main')).getAllByRole('article');
    if (!article || !review || !page) throw new Error('a card is missing');
    expect([...review.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['laptop', 'laptop']);
    expect(review.textContent).toContain('The laptop <b>');
    expect(within(review).getByText('Review · Computers')).toBeTruthy();
    expect(within(review).getByRole('img', { name: 'Rated 4.6 out of 5' })).toBeTruthy();
    expect(within(review).getByText('From $1,299')).toBeTruthy();
    expect(within(review).getByText('October 1, 2026')).toBeTruthy();
    expect(within(article).queryByRole('img')).toBeNull();
    expect(within(article).getByText('Article · Screens')).toBeTruthy();
    expect(within(article).getByRole('link')).toHaveProperty('pathname', '/tech-articles/3');
    expect(within(page).getByText('Page')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Pages of results' })).toBeNull();
  });

  it('are narrowed by what their address says, and by choices that say how many they leave', async () => {
    const facets = {
      ...none.facets,
      types: [
        { value: 'review', label: 'Reviews', count: 2 },
        { value: 'article', label: 'Articles', count: 1 },
      ],
      brands: [{ value: 'tarnholt', label: 'Tarnholt', count: 2 }],
    };
    answer({ total: 3, hits, facets });
    const user = renderApp('/reviews?search=laptop&brand=tarnholt&minScore=4');
    expect(await screen.findByRole('link', { name: 'Remove filter Brand: Tarnholt' })).toHaveProperty(
      'search',
      '?search=laptop&minScore=4',
    );
    await user.selectOptions(screen.getByLabelText('Type'), 'Articles (1)');
    expect(await screen.findByRole('link', { name: 'Remove filter Type: Articles' })).toHaveProperty(
      'search',
      '?search=laptop&brand=tarnholt&minScore=4',
    );
    expect(calls('GET /api/search').map(({ query }) => query.toString())).toEqual([
      'q=laptop&brand=tarnholt&minScore=4&limit=24',
      'q=laptop&type=article&brand=tarnholt&minScore=4&limit=24',
    ]);
  });

  it('can be none under the filters, which can be cleared', async () => {
    answer({});
    renderApp('/reviews?search=laptop&type=page');
    expect(await screen.findByText('No results match these filters')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear the filters' })).toHaveProperty('search', '?search=laptop');
  });

  it('can be compared if they are reviews', async () => {
    answer({ total: 3, hits });
    const user = renderApp('/reviews?search=laptop');
    await user.click(await screen.findByRole('button', { name: /^Compare/ }));
    expect(screen.getByRole('button', { name: 'Compare Tarnholt Slate 14', pressed: true })).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Products to compare' }))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/reviews/1');
  });

  it('come 24 to a page, which links lead to', async () => {
    answer({ total: 30, hits });
    const user = renderApp('/reviews?search=laptop');
    await user.click(await screen.findByRole('link', { name: 'Next' }));
    expect((await screen.findByRole('link', { name: 'Page 2' })).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/reviews?search=laptop');
    expect(calls('GET /api/search').map(({ query }) => [query.get('q'), query.get('limit'), query.get('offset')])).toEqual([
      ['laptop', '24', null],
      ['laptop', '24', '24'],
    ]);
  });

  it.each(['0', '-1', '1.5', 'x', '999999'])('page %s is the first one', async (page) => {
    answer({ total: 30, hits });
    renderApp(`/reviews?search=laptop&page=${page}`);
    expect((await screen.findByRole('link', { name: 'Page 1' })).getAttribute('aria-current')).toBe('page');
  });

  it('lead back from beyond the end', async () => {
    answer({ total: 30 });
    renderApp('/reviews?search=laptop&page=9');
    expect(await screen.findByText('There is no page 9')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the first page' }).getAttribute('href')).toBe('/reviews?search=laptop');
  });

  it('offer other words, and say that they are only the nearest', async () => {
    answer({ total: 3, hits, didYouMean: 'quiet laptop', nearest: true });
    renderApp('/reviews?search=quiet+lapptop');
    expect((await screen.findByRole('link', { name: 'quiet laptop' })).getAttribute('href')).toBe('/reviews?search=quiet+laptop');
    expect(screen.getByText(saying('Nothing matches all of “quiet lapptop”. The nearest:'))).toBeTruthy();
  });

  it('end with the latest reviews where there is nothing', async () => {
    answer({});
    on('GET /api/reviews', () => json([makeReview()]));
    renderApp('/reviews?search=zyzzyva');
    expect(await screen.findByText('No reviews found')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toBeTruthy();
  });

  it('are not asked for where the search is too long, which its field says', async () => {
    const long = 'ノ'.repeat(257);
    const user = renderApp(`/reviews?search=${long}`);
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search reviews' });
    expect(await screen.findAllByText('A search has at most 256 characters.')).toHaveLength(2);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(calls('GET /api/search')).toHaveLength(0);
    answer({ total: 3, hits });
    await user.type(field, '{Backspace}');
    expect(await screen.findByText(/^3 results for/)).toBeTruthy();
    expect(screen.queryByText('A search has at most 256 characters.')).toBeNull();
  });

  it('can be asked for again after a failure', async () => {
    on('GET /api/search', () => problem(503, 'away'));
    const user = renderApp('/reviews?search=laptop');
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer({ total: 3, hits });
    await user.click(again);
    expect(await screen.findByText(saying('3 results for “laptop”'))).toBeTruthy();
  });
});
