import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SearchResult } from '@/lib/api-types';
import { makeReview } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const none: SearchResult = { total: 0, hits: [], facets: { brands: [], categories: [], tags: [] }, didYouMean: '', nearest: false };

const hits: SearchResult['hits'] = [
  { type: 'article', id: 3, title: 'Matte screens return', url: '/tech-articles/3', snippet: 'a <mark>laptop</mark>' },
  { type: 'review', id: 1, title: 'The quiet laptop', url: '/reviews/1', snippet: 'The <mark>laptop</mark> &lt;b&gt;', productBrand: 'Tarnholt', productName: 'Slate 14' },
  { type: 'page', id: 2, title: 'How we test', url: '/pages/how-we-test', snippet: '' },
];

const answer = (result: Partial<SearchResult>) => on('GET /api/search', () => json({ ...none, ...result }));

beforeEach(emptySite);

describe('search results', () => {
  it('are in a section for each type, reviews first, with what was found marked', async () => {
    answer({ total: 3, hits });
    renderApp('/reviews?search=laptop');
    expect(await screen.findByRole('heading', { level: 2, name: '3 results for “laptop”' })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual(['Reviews', 'Articles', 'Pages']);
    const [review, article] = within(screen.getByRole('main')).getAllByRole('article');
    expect(review?.querySelector('p')?.innerHTML).toBe('The <mark>laptop</mark> &lt;b&gt;');
    expect(review?.querySelector('h4 mark')?.textContent).toBe('laptop');
    expect(within(article ?? document.body).getByRole('link')).toHaveProperty('pathname', '/tech-articles/3');
    expect(screen.queryByRole('navigation', { name: 'Pages of results' })).toBeNull();
  });

  it('can be compared if they are reviews', async () => {
    answer({ total: 3, hits });
    const user = renderApp('/reviews?search=laptop');
    await user.click(await screen.findByRole('button', { name: /^Compare/ }));
    expect(screen.getByRole('button', { name: 'Compare Tarnholt Slate 14', pressed: true })).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Products to compare' })).getByRole('link').getAttribute('href')).toBe('/reviews/1');
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
    expect(screen.getByText('Nothing matches all of “quiet lapptop”. The nearest:')).toBeTruthy();
  });

  it('end with the latest reviews where there is nothing', async () => {
    answer({});
    on('GET /api/reviews', () => json([makeReview()]));
    renderApp('/reviews?search=zyzzyva');
    expect(await screen.findByText('No reviews found')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toBeTruthy();
  });

  it('say what is wrong with a search', async () => {
    on('GET /api/search', () => problem(400, 'q is longer than 256 characters.'));
    renderApp('/reviews?search=long');
    expect(await screen.findByText('q is longer than 256 characters.')).toBeTruthy();
  });

  it('can be asked for again after a failure', async () => {
    on('GET /api/search', () => problem(503, 'away'));
    const user = renderApp('/reviews?search=laptop');
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer({ total: 3, hits });
    await user.click(again);
    expect(await screen.findByText('3 results for “laptop”')).toBeTruthy();
  });
});
