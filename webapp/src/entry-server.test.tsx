// The pages as the server renders them, on a network that answers as the server does.
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ready, render } from './entry-server';
import { categories, makeArticle, makePage, makeReview } from './testing/makers';
import { calls, json, on, problem } from './testing/server';

vi.mock('react-dom/server', { spy: true });

const origin = 'https://reviews.example';
const now = Date.parse('2026-11-01T10:05:00Z');

beforeAll(() => ready);

beforeEach(() => {
  vi.mocked(renderToString).mockClear();
  on('GET /api/categories', categories);
  on('GET /api/reviews', () => json([makeReview()], 200, { 'X-Total-Count': '1' }));
  on('GET /api/reviews/1', makeReview());
  on('GET /api/reviews/2', () => problem(404, 'Review not found'));
  on('GET /api/news', () => json([makeArticle()], 200, { 'X-Total-Count': '1' }));
  on('GET /api/news/1', makeArticle());
  on('GET /api/news/2', () => problem(404, 'Tech article not found'));
  on('GET /api/pages', ({ query }) => json(query.get('slug') === 'how-we-test' ? [makePage()] : []));
});

describe('every screen is rendered whole', () => {
  it.each([
    ['/', ['Honest tech reviews', 'The quiet laptop', 'A town and its minutes', '5 minutes ago']],
    ['/reviews', ['All Reviews', 'The quiet laptop']],
    ['/reviews/1', ['Product Details', 'Second line.', 'Buy it.', 'November 1, 2026', '$1,299']],
    ['/category/computers', ['Laptops and desktops.', 'The quiet laptop']],
    ['/tech-articles', ['A town and its minutes']],
    ['/tech-articles/1', ['Second line.', 'Back to Tech Articles']],
    ['/pages/how-we-test', ['How we test', 'Updated', 'November 3, 2026', 'Second line.']],
    ['/office-tools', ['QR Code Generator']],
    ['/about', ['since 2020']],
    ['/contact', ['Full Name']],
    ['/privacy', ['December 2024']],
    ['/terms', ['7 business days']],
    ['/nowhere', ['Page Not Found']],
    ['/reviews/2', ['Review Not Found']],
    ['/reviews/abc', ['Invalid Route']],
    ['/category/boats', ['Category Not Found']],
    ['/tech-articles/2', ['Tech Article Not Found']],
    ['/pages/how-we-cook', ['Page Not Found', 'This page could not be found.']],
    ['/pages/How we test', ['Page Not Found', 'This page could not be found.']],
  ])('%s', async (path, words) => {
    const page = await render(path, origin, now);
    for (const word of words) expect(page.body).toContain(word);
    expect(page.body).not.toContain('skeleton');
    expect(page.head).toContain(`<link rel="canonical" href="${origin}${path}">`);
    expect(calls('GET /api/categories')).toHaveLength(1);
    expect(renderToString).toHaveBeenCalledOnce(); // all that it shows was there before
  });
});

describe('what is written beside a page', () => {
  it('can not end its script element', async () => {
    on('GET /api/reviews/3', makeReview({ id: 3, title: '</script><script>alert(1)</script>' }));
    const page = await render('/reviews/3', origin, now);
    expect(page.data + page.head + page.body).not.toContain('<script>alert');
    expect(page.data).toContain('\\u003c/script>');
  });

  it('says what was found missing', async () => {
    const { data } = await render('/reviews/2', origin, now);
    expect((JSON.parse(data) as { queries: object[] }).queries).toContainEqual({ key: ['reviews', 2], missing: true });
  });

  it('tells pages that age from those that do not', async () => {
    expect((await render('/', origin, now)).ages).toBe(true);
    expect((await render('/about', origin, now)).ages).toBe(false);
  });

  it('fails where the server has no answer', async () => {
    await expect(render('/reviews/9', origin, now)).rejects.toThrow('no answer');
  });
});
