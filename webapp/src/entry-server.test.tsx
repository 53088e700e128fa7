// The pages as the server renders them, on a network that answers as the server does.
import { renderToString } from 'react-dom/server.edge';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ready, render } from './entry-server';
import { siteFormat } from './lib/site-format';
import {
  categories,
  fixedPagesAt,
  makeArticle,
  makeChange,
  makeCorrection,
  makeCorrectionFacets,
  makeFacets,
  makePage,
  makeReview,
  makeSite,
  makeVersion,
  rendered,
} from './testing/makers';
import { calls, json, on, problem } from './testing/server';

vi.mock('react-dom/server.edge', { spy: true });

const origin = 'https://reviews.example';
const now = Date.parse('2026-11-01T10:05:00Z');

beforeAll(() => ready);

beforeEach(() => {
  vi.mocked(renderToString).mockClear();
  on('GET /api/categories', categories);
  on('GET /api/categories/boats', () => problem(404, 'Category not found'));
  on('GET /api/reviews', () => json([makeReview()], 200, { 'X-Total-Count': '1' }));
  const acme = makeFacets({ total: 1, brands: [{ value: 'acme', label: 'Acme', count: 1 }] });
  on('GET /api/reviews/facets', acme);
  on('GET /api/news/facets', makeFacets({ total: 1 }));
  on('GET /api/reviews/1', rendered(makeReview()));
  on('GET /api/reviews/2', () => problem(404, 'Review not found'));
  on('GET /api/news', () => json([makeArticle()], 200, { 'X-Total-Count': '1' }));
  on('GET /api/news/1', rendered(makeArticle()));
  on('GET /api/news/2', () => problem(404, 'Tech article not found'));
  for (const kind of ['reviews', 'news']) {
    on(`GET /api/${kind}/1/neighbours`, { previous: null, next: { id: 3, title: 'The older one', url: `/${kind}/3` } });
    on(`GET /api/${kind}/2/neighbours`, () => problem(404, 'Not found'));
    on(`GET /api/${kind}/3/neighbours`, { previous: null, next: null });
    on(`GET /api/${kind}/3/related`, kind === 'reviews' ? [makeReview()] : []);
    on(`GET /api/${kind}/2/related`, () => problem(404, 'Not found'));
  }
  on('GET /api/reviews/1/related', [makeReview({ id: 3, title: 'Another quiet laptop' })]);
  on('GET /api/news/1/related', [makeArticle({ id: 3, title: 'Another town' })]);
  const version = makeVersion({ revision: 4, rating: 4, changes: [makeChange('rating', 'Rating', 4.6, 4)] });
  on('GET /api/site', makeSite());
  on('GET /api/reviews/1/history', { mode: 'full', versions: [version, makeVersion()], next: null });
  on('GET /api/reviews/1/history/4', { ...version, item: rendered(makeReview()), previous: null });
  on('GET /api/reviews/2/history', () => problem(404, 'Review not found'));
  on('GET /api/reviews/2/history/0', () => problem(404, 'Version not found'));
  on('GET /api/news/1/history', { mode: 'full', versions: [makeVersion({ title: 'A town', rating: null })], next: null });
  on('GET /api/corrections', () => json([makeCorrection()], 200, { 'X-Total-Count': '1' }));
  on('GET /api/corrections/facets', makeCorrectionFacets({ total: 1 }));
  on('GET /api/pages', ({ query }) =>
    json(query.get('slug') === 'how-we-test' ? [rendered(makePage())] : fixedPagesAt(query.get('slug')).map((page) => rendered(page))),
  );
});

describe('every screen is rendered whole', () => {
  it.each([
    ['/', ['Honest tech reviews', 'The quiet laptop', 'A town and its minutes', '5 minutes ago']],
    ['/reviews', ['All Reviews', '1 review', 'Acme (1)', 'The quiet laptop']],
    ['/reviews/1', ['Another quiet laptop', 'The older one', 'Product Details', 'Second line.', 'Buy it.', 'November 1, 2026', '$1,299']],
    ['/category/computers', ['Laptops and desktops.', 'The quiet laptop']],
    ['/tech-articles', ['A town and its minutes']],
    ['/tech-articles/1', ['Another town', 'The older one', 'Second line.', 'Back to Tech Articles']],
    ['/pages/how-we-test', ['How we test', 'Updated', 'November 3, 2026', 'Second line.']],
    [
      '/reviews/1/history',
      ['The quiet laptop', 'Rating', '>4.6</del>', '>4.0</ins>', '<path d="M0 10H50L50 25H100"', '/api/checkpoint/inclusion?position=101'],
    ],
    ['/reviews/1/history/4', ['An earlier version', 'Second line.', '>4.6</del>']],
    ['/tech-articles/1/history', ['A town', 'The first version that readers could see.']],
    ['/reviews/2/history', ['History Not Found']],
    ['/reviews/2/history/0', ['History Not Found']],
    ['/office-tools', ['QR Code Generator']],
    ['/about', ['The text of About Us.']],
    ['/contact', ['Full Name', 'The text of Contact.']],
    ['/corrections', ['The quiet laptop', 'We had measured the wrong model.', '>4.5</del>', '>4.0</ins>']],
    ['/privacy', ['The text of Privacy Policy.']],
    ['/terms', ['The text of Terms of Service.']],
    ['/nowhere', ['Page Not Found']],
    ['/reviews/2', ['Review Not Found']],
    ['/reviews/abc', ['Invalid Route']],
    ['/category/boats', ['Category Not Found']],
    ['/tech-articles/2', ['Tech Article Not Found']],
    ['/pages/how-we-cook', ['Page Not Found', 'This page could not be found.']],
  ])('%s', async (path, words) => {
    const page = await render(path, origin, now);
    for (const word of words) expect(page.body).toContain(word);
    expect(page.body).not.toContain('skeleton');
    expect(page.head).toContain(`<link rel="canonical" href="${origin}${path}">`);
    expect(calls('GET /api/categories')).toHaveLength(1);
    expect(renderToString).toHaveBeenCalledOnce(); // all that it shows was there before
  });
});

it.each(['/nowhere', '/reviews/2', '/reviews/abc', '/reviews/2/history', '/category/boats', '/tech-articles/2', '/pages/how-we-cook'])(
  '%s leads to a search, and to the latest',
  async (path) => {
    const { body } = await render(path, origin, now);
    for (const words of ['role="search"', 'Latest Reviews', 'The quiet laptop', 'Latest Tech Articles', 'A town and its minutes'])
      expect(body).toContain(words);
    expect(body).not.toContain('skeleton');
    expect(renderToString).toHaveBeenCalledOnce();
  },
);

it('writes as the site is set, and the next site as that one is', async () => {
  const { format } = siteFormat();
  const months = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'];
  const money = { ...format.money, group: '.', pattern: '{n}\u00a0€' };
  const paris = {
    language: 'fr',
    timeZone: 'Europe/Paris',
    currency: 'EUR',
    format: { ...format, long: '{d} {M} {y}', months, money, zone: [0, 60] },
  };
  on('GET /api/reviews/1', rendered(makeReview({ publishedAt: '2026-11-01T23:30:00Z', createdAt: '2026-11-01T23:30:00Z' })));
  on('GET /api/site', makeSite(paris));
  const french = await render('/reviews/1', origin, now);
  for (const words of ['2 novembre 2026', '1.299\u00a0€']) expect(french.body).toContain(words);
  expect(french.head).toContain('"priceCurrency":"EUR"');
  expect(french.body + french.head).not.toMatch(/\$\d/);
  on('GET /api/site', makeSite());
  const english = await render('/reviews/1', origin, now);
  for (const words of ['November 1, 2026', '$1,299']) expect(english.body).toContain(words);
  expect(english.head).toContain('"priceCurrency":"USD"');
});

it('a search is rendered with its results', async () => {
  const hit = {
    type: 'review',
    id: 1,
    title: 'The quiet laptop',
    url: '/reviews/1',
    snippet: 'A <mark>quiet laptop</mark> &lt;i&gt;',
    rating: 4.6,
    productPrice: 1299,
    productPriceMax: null,
    publishedAt: '2026-10-01T09:00:00Z',
    imageUrl: null,
  };
  on('GET /api/search', {
    total: 1,
    hits: [hit],
    facets: {
      types: [{ value: 'review', label: 'Reviews', count: 1 }],
      brands: [],
      categories: [],
      tags: [],
      years: [],
      scores: [],
      prices: [],
    },
    didYouMean: '',
    nearest: false,
  });
  const page = await render('/reviews?search=quiet+laptop', origin, now);
  expect(page.body).toContain('1 result for “<bdi>quiet laptop</bdi>”');
  expect(page.body).toContain('&lt;i&gt;');
  expect(page.body).toContain('<mark>quiet laptop</mark>');
  for (const words of ['Rated 4.6 out of 5', '$1,299', 'name="type"']) expect(page.body).toContain(words);
  expect(page.body).toContain('value="quiet laptop"');
  expect(page.head).toContain(`<link rel="canonical" href="${origin}/reviews">`);
  expect(page.head).toContain('content="noindex, follow"');
  expect(calls('GET /api/search').map(({ query }) => query.get('q'))).toEqual(['quiet laptop']);
  expect(calls('GET /api/reviews')).toEqual([]);
  expect(renderToString).toHaveBeenCalledOnce();
});

it('a search that finds nothing is rendered with the latest reviews', async () => {
  on('GET /api/search', {
    total: 0,
    hits: [],
    facets: { types: [], brands: [], categories: [], tags: [], years: [], scores: [], prices: [] },
    didYouMean: '',
    nearest: false,
  });
  const { body } = await render('/reviews?search=zyzzyva', origin, now);
  for (const words of ['No reviews found', 'Latest Reviews', 'The quiet laptop']) expect(body).toContain(words);
  expect(body).not.toContain('skeleton');
  expect(renderToString).toHaveBeenCalledOnce();
});

it('a page of a list is a page of its own, and leads to those beside it', async () => {
  on('GET /api/reviews', () => json([makeReview()], 200, { 'X-Total-Count': '70' }));
  const page = await render('/reviews?page=2', origin, now);
  expect(page.head).toContain('<title>All Reviews, page 2 | Candor</title>');
  expect(page.head).toContain(`<link rel="canonical" href="${origin}/reviews?page=2">`);
  expect(page.head).toContain(`<link rel="prev" href="${origin}/reviews">`);
  expect(page.head).toContain(`<link rel="next" href="${origin}/reviews?page=3">`);
  expect(page.head).toContain('content="index, follow"');
  expect(renderToString).toHaveBeenCalledOnce();
});

it('what narrows a list is for one reader', async () => {
  for (const path of ['/reviews', '/category/computers', '/tech-articles']) {
    const page = await render(`${path}?tag=quiet`, origin, now);
    expect(page.head, path).toContain(`<link rel="canonical" href="${origin}${path}">`);
    expect(page.head, path).toContain('content="noindex, follow"');
    expect(page.body, path).toContain('Clear all');
  }
  expect(calls('GET /api/reviews').map(({ query }) => query.toString())).toEqual([
    'tag=quiet&page=1',
    'tag=quiet&category=computers&page=1',
  ]);
  expect(renderToString).toHaveBeenCalledTimes(3);
});

it.each(['/reviews?page=2', '/category/computers?page=9', '/tech-articles?page=2'])(
  '%s, beyond the end, leads to the first page',
  async (path) => {
    const { head, body } = await render(path, origin, now);
    for (const words of ['Back to the first page', 'Latest Reviews', 'The quiet laptop']) expect(body).toContain(words);
    expect(head).toContain('content="noindex, follow"');
    expect(renderToString).toHaveBeenCalledOnce();
  },
);

it('the verdict beside the score is whole, on the review and on the home page', async () => {
  const verdict = 'Buy it if you work where others think. '.repeat(12).trim();
  on('GET /api/reviews/1', rendered(makeReview({ verdict })));
  on('GET /api/reviews', () => json([makeReview({ verdict, isFeatured: true })]));
  for (const path of ['/', '/reviews/1']) expect((await render(path, origin, now)).body, path).toContain(`>${verdict}</p>`);
});

it('the first picture is preloaded in the head, as its element picks it', async () => {
  const pictures = {
    '/media/main.webp': { width: 2400, height: 1600, widths: [480, 800] },
    '/media/side.webp': { width: 2400, height: 1600, widths: [480, 800] },
  };
  on('GET /api/reviews/1', { ...rendered(makeReview()), pictures });
  const page = await render('/reviews/1', origin, now);
  document.head.innerHTML = page.head;
  document.body.innerHTML = page.body;
  const preloads = [...document.querySelectorAll('link[rel="preload"]')];
  const first = document.querySelector('main img');
  expect(
    preloads.map((link) => [
      link.parentElement,
      link.getAttribute('as'),
      link.getAttribute('imagesrcset'),
      link.getAttribute('imagesizes'),
      link.getAttribute('fetchpriority'),
    ]),
  ).toEqual([[document.head, 'image', first?.getAttribute('srcset'), first?.getAttribute('sizes'), 'high']]);
  expect(first?.getAttribute('srcset')).toContain('/media/main/800 800w');
});

describe('what is written beside a page', () => {
  it('can not end its script element', async () => {
    on('GET /api/reviews/3', rendered(makeReview({ id: 3, title: '</script><script>alert(1)</script>' })));
    const page = await render('/reviews/3', origin, now);
    expect(page.data + page.head + page.body).not.toContain('<script>alert');
    expect(page.data).toContain('\\u003c/script>');
  });

  it('holds the rendered text, whose source the server leaves out', async () => {
    const html = '<h2 id="text-battery">Battery</h2>\n<table>\n<tr>\n<td>12 h &amp; more</td>\n</tr>\n</table>\n<p>&lt;script&gt;</p>\n';
    const review: Partial<ReturnType<typeof makeReview>> = rendered(makeReview({ id: 3, contentText: 'Battery 12 h & more <script>' }), {
      contentHtml: html,
      contentHeadings: [{ level: 2, id: 'text-battery', text: 'Battery' }],
      verdictHtml: '<p><strong>Buy</strong> it.</p>\n',
    });
    delete review.content;
    delete review.verdict;
    on('GET /api/reviews/3', review);
    const page = await render('/reviews/3', origin, now);
    expect(page.body).toContain('<h2 id="text-battery">Battery</h2>');
    expect(page.body).toContain('aria-label="Table" tabindex="0"><table>');
    expect(page.body).toContain('<p>&lt;script&gt;</p>');
    expect(page.body).toContain('<strong>Buy</strong> it.');
    expect(page.body).toContain('>Buy it.</p>'); // beside the score
    expect(page.head).toContain('<meta name="description" content="Battery 12 h &amp; more &lt;script&gt;">');
    const { queries } = JSON.parse(page.data) as { queries: { key: unknown[]; data: object }[] };
    const { data } = queries.find(({ key }) => key[0] === 'reviews' && key[1] === 3) ?? { data: {} };
    expect(data).toHaveProperty('contentHtml', html);
    expect(data).not.toHaveProperty('content');
    expect(data).not.toHaveProperty('verdict');
    // Lists show excerpts.
    expect(JSON.stringify(queries.filter(({ key }) => key[1] !== 3))).toContain('First line.');
  });

  it('says what was found missing', async () => {
    const { data } = await render('/reviews/2', origin, now);
    expect((JSON.parse(data) as { queries: object[] }).queries).toContainEqual({ key: ['reviews', 2], missing: true });
  });

  it('tells how long pages that age are true', async () => {
    expect((await render('/', origin, now)).until).toBe(now + 60_000);
    expect((await render('/about', origin, now)).until).toBe(0);
  });

  it('fails where the server has no answer', async () => {
    await expect(render('/reviews/9', origin, now)).rejects.toThrow('no answer');
  });
});
