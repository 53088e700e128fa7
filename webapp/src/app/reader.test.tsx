import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast } from '@/stores/toasts';
import { makeArticle, makeFacets, makePage, makeReview, rendered } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const main = () => within(screen.getByRole('main'));

beforeEach(emptySite);

describe('home', () => {
  it('shows the featured reviews, the first highlighted, and the latest articles', async () => {
    on('GET /api/reviews', ({ query }) =>
      json(query.get('featured') === 'true' ? [makeReview(), makeReview({ id: 2, title: 'The second' })] : []),
    );
    on('GET /api/news', [makeArticle()]);
    renderApp('/');
    expect(await screen.findByRole('link', { name: 'The quiet laptop' })).toHaveProperty('pathname', '/reviews/1');
    expect(screen.getByRole('link', { name: 'Read Review: The second' })).toHaveProperty('pathname', '/reviews/2');
    expect(screen.getAllByText('From $1,299')).toHaveLength(2);
    expect(await screen.findByRole('link', { name: /^Read Full Story →/ })).toHaveProperty('pathname', '/tech-articles/1');
    expect(calls('GET /api/reviews')[0]?.query.get('limit')).toBe('3');
  });

  it('shows the latest reviews, but for those that are featured', async () => {
    on('GET /api/reviews', ({ query }) =>
      json(query.get('featured') === 'true' ? [makeReview()] : [makeReview(), makeReview({ id: 2, title: 'The second' })]),
    );
    renderApp('/');
    const latest = (await screen.findByRole('heading', { name: 'Latest Reviews' })).closest('section') as HTMLElement;
    expect((await within(latest).findAllByRole('heading', { level: 3 })).map((h) => h.textContent)).toEqual(['The second']);
    expect(within(latest).getByRole('link', { name: 'All Reviews' })).toHaveProperty('pathname', '/reviews');
  });

  it('says that nothing is featured yet', async () => {
    renderApp('/');
    expect(await screen.findByText('No featured reviews yet')).toBeTruthy();
  });

  it('takes a search to the reviews, trimmed', async () => {
    const user = renderApp('/');
    await user.type(await screen.findByRole('searchbox'), '  quiet laptop {Enter}');
    await title('All Reviews');
    await waitFor(() => expect(calls('GET /api/search').map((c) => c.query.get('q'))).toContain('quiet laptop'));
  });

  it('searches for nothing when there is nothing to search for', async () => {
    const user = renderApp('/');
    await user.type(await screen.findByRole('searchbox'), '   {Enter}');
    await title('Honest tech reviews. Measured, lived with, and scored without favour.');
  });
});

describe('all reviews', () => {
  it('lead back to all where nothing matches', async () => {
    on('GET /api/reviews/facets', makeFacets({ brands: [{ value: 'acme', label: 'Acme', count: 0 }] }));
    renderApp('/reviews?brand=acme&maxPrice=50');
    expect(await screen.findByText('No reviews match these filters')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear the filters' })).toHaveProperty('search', '');
    const brand = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Brand', hidden: true });
    await waitFor(() => expect(brand.selectedOptions[0]?.textContent).toBe('Acme (0)'));
  });

  it.each([
    ['/reviews', 'Loading reviews...'],
    ['/category/gadgets', 'Loading reviews...'],
    ['/tech-articles', 'Loading tech articles...'],
  ])('at %s the places of six cards are held while it loads', async (path, name) => {
    for (const list of ['reviews', 'news']) on(`GET /api/${list}`, () => new Promise<Response>(() => undefined));
    renderApp(path);
    const status = await screen.findByRole('status', { name });
    expect(status.querySelectorAll('[data-skeleton]')).toHaveLength(6);
  });

  it('says that there is none', async () => {
    renderApp('/reviews');
    expect(await screen.findByText('No reviews found')).toBeTruthy();
    expect(screen.getByText('No reviews available at the moment.')).toBeTruthy();
  });

  it('advises other words when a search finds none, and clears it', async () => {
    const user = renderApp('/reviews?search=zebra');
    expect(await screen.findByText('Try adjusting your search terms.')).toBeTruthy();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'zebra');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('No reviews available at the moment.')).toBeTruthy();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  it.each(['/reviews', '/reviews/1', '/tech-articles', '/tech-articles/1'])('%s offers to try again after a failure', async (path) => {
    const routes = ['/api/reviews', '/api/reviews/1', '/api/news', '/api/news/1'].map((route) => `GET ${route}`);
    for (const route of routes) on(route, () => problem(503, 'away'));
    const user = renderApp(path);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    const [reviews = '', review = '', articles = '', article = ''] = routes;
    on(reviews, () => json([makeReview()], 200, { 'X-Total-Count': '1' }));
    on(articles, () => json([makeArticle()], 200, { 'X-Total-Count': '1' }));
    on(review, rendered(makeReview()));
    on(article, rendered(makeArticle()));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await main().findAllByText(/^(The quiet laptop|A town and its minutes)$/)).not.toHaveLength(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a long list in pages', async () => {
    on('GET /api/reviews', ({ query }) => {
      const page = query.get('page');
      return json([makeReview({ id: Number(page), title: `A review of page ${page}` })], 200, { 'X-Total-Count': '25' });
    });
    const user = renderApp('/reviews');
    await user.click(await screen.findByRole('link', { name: 'Page 2' }));
    expect(await screen.findByRole('link', { name: 'A review of page 2' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'A review of page 1' })).toBeNull();
    const head = screen.getByRole('heading', { level: 2, name: '25 reviews, page 2 of 2' });
    expect(document.activeElement).toBe(head);
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
    expect(document.title).toBe('All Reviews, page 2 | Candor');
  });

  it('keeps the reviews in sight until the next page is there', async () => {
    on('GET /api/reviews', ({ query }) =>
      query.get('page') === '1' ? json([makeReview()], 200, { 'X-Total-Count': '25' }) : new Promise<Response>(() => undefined),
    );
    const user = renderApp('/reviews');
    await user.click(await screen.findByRole('link', { name: 'Page 2' }));
    expect(screen.getByRole('link', { name: 'The quiet laptop' }).closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
  });

  it('goes back to its first page when it is narrowed, and says what it is narrowed to', async () => {
    on(
      'GET /api/reviews/facets',
      makeFacets({
        brands: [
          { value: 'acme', label: 'Acme', count: 30 },
          { value: 'bolt', label: 'Bolt', count: 0 },
        ],
      }),
    );
    on('GET /api/reviews', () => json([makeReview()], 200, { 'X-Total-Count': '60' }));
    const user = renderApp('/reviews?page=2');
    const brand = await screen.findByRole('combobox', { name: 'Brand', hidden: true });
    await waitFor(() =>
      expect(
        within(brand)
          .getAllByRole('option', { hidden: true })
          .map((o) => o.textContent),
      ).toEqual(['All brands', 'Acme (30)']),
    );
    await user.selectOptions(brand, 'acme');
    const chip = await screen.findByRole('link', { name: 'Remove filter Brand: Acme' });
    await waitFor(() => expect(calls('GET /api/reviews').at(-1)?.query.toString()).toBe('brand=acme&page=1'));
    expect(document.activeElement).toBe(brand); // the next choice may follow
    await user.click(chip);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /reviews/ })); // the chip is gone
  });

  it('says which parameter the server refuses, and offers the whole list', async () => {
    on('GET /api/reviews', ({ query }) =>
      query.has('year') ? problem(400, 'year must be a whole number from 1970 to 9999.') : json([], 200, { 'X-Total-Count': '0' }),
    );
    on('GET /api/reviews/facets', ({ query }) => (query.has('year') ? problem(400, 'year') : json(makeFacets())));
    renderApp('/reviews?year=soon');
    expect(await screen.findByText('year must be a whole number from 1970 to 9999.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear the filters' })).toHaveProperty('search', '');
  });

  it('has no page 0, and asks for none', async () => {
    renderApp('/reviews?page=0');
    await title('Page Not Found');
    expect(
      calls('GET /api/reviews')
        .filter(({ query }) => query.has('page'))
        .map((c) => c.query.toString()),
    ).toEqual([]);
  });
});

describe('a review', () => {
  it('shows what was judged, how, and where to buy it', async () => {
    on('GET /api/reviews/1', rendered(makeReview()));
    renderApp('/reviews/1');
    await title('The quiet laptop');
    expect(screen.getAllByRole('img', { name: 'Rated 4.6 out of 5' })).toHaveLength(2);
    for (const name of [
      'Product Details',
      'Where to Buy',
      'Specifications',
      'Key Features',
      'Pros',
      'Cons',
      'Review Images',
      'Final Verdict',
    ]) {
      expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy();
    }
    expect(screen.getByText('$1,299')).toBeTruthy();
    expect(screen.getByText('Up to $1,749')).toBeTruthy();
    expect(main().getByText('First line.').tagName).toBe('P');
    expect(screen.getAllByText('Image used for illustration purposes only.')).toHaveLength(2);
    const shop = screen.getByRole('link', { name: /Buy on AliExpress/ });
    expect(shop.getAttribute('rel')).toBe('sponsored noopener');
    expect(shop.getAttribute('target')).toBe('_blank');
    const disclosure = main().getByText(/earn us a commission/);
    expect(disclosure.compareDocumentPosition(shop) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0); // it stands before what earns money
    for (const picture of screen.getAllByRole('link', { name: /^Image \d+ of the .*, opens in a new tab$/ }))
      expect(picture.getAttribute('target')).toBe('_blank');
  });

  it('has the headings of its text in its contents', async () => {
    const contentHtml = `<h2 id="text-how-it-sounds">How it sounds</h2>\n<p>${'It does not. '.repeat(200)}</p>\n<h2 id="text-battery-life">Battery life</h2>\n<p>Two days.</p>\n`;
    const contentHeadings = [
      { level: 2, id: 'text-how-it-sounds', text: 'How it sounds' },
      { level: 2, id: 'text-battery-life', text: 'Battery life' },
    ];
    on('GET /api/reviews/1', { ...rendered(makeReview()), contentHtml, contentHeadings, contentWords: 1006 });
    renderApp('/reviews/1');
    const contents = within(await screen.findByRole('navigation', { name: 'In this review' }));
    for (const { id, text } of contentHeadings) expect(contents.getByRole('link', { name: text })).toHaveProperty('hash', `#${id}`);
    expect(screen.getByText('5 min read')).toBeTruthy();
  });

  it('says why its score is not the one that its parts add up to', async () => {
    const subScores = [
      { criterionId: 'noise', name: 'Noise', weight: 60, score: 5, text: 'None at all.' },
      { criterionId: 'battery', name: 'Battery life', weight: 40, score: 3.5 },
    ];
    on('GET /api/reviews/1', rendered(makeReview({ rating: 4, subScores, scoreReason: 'Its lid creaks.' })));
    renderApp('/reviews/1');
    const scores = (await screen.findByRole('heading', { level: 2, name: 'Scores' })).closest('section');
    expect(scores?.textContent).toContain('Weighted 4.4; our score 4.0Its lid creaks.');
    cleanup();
    on('GET /api/reviews/1', rendered(makeReview({ rating: 4.4, subScores })));
    renderApp('/reviews/1');
    expect((await screen.findByRole('heading', { level: 2, name: 'Scores' })).closest('section')?.textContent).not.toContain('our score');
  });

  it('brings structured data of its own, which goes when the reader leaves', async () => {
    on('GET /api/reviews', () => json([makeReview()], 200, { 'X-Total-Count': '1' }));
    on('GET /api/reviews/1', rendered(makeReview()));
    const types = () =>
      [...document.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')].map(
        ({ text }) => (JSON.parse(text) as Record<string, string>)['@type'],
      );
    const user = renderApp('/reviews');
    await waitFor(() => expect(types()).toEqual(['BreadcrumbList']));
    await user.click(await screen.findByRole('link', { name: 'The quiet laptop' }));
    await waitFor(() => expect(types()).toEqual(['Product', 'BreadcrumbList']));
    await user.click(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Computers & Laptops' }));
    await waitFor(() => expect(types()).toEqual(['BreadcrumbList']));
  });

  it('says that its link could not be copied', async () => {
    on('GET /api/reviews/1', rendered(makeReview()));
    const user = renderApp('/reviews/1');
    const share = await screen.findByRole('button', { name: 'Share' });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('forbidden'));
    await user.click(share);
    expect((await notice('Copy Failed')).closest('[data-variant=destructive]')).not.toBeNull();
  });

  it('says from when its prices are, what they were before, and when they are old', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    const prices = [
      { at: day(200), price: 1299, priceMax: null, currency: 'USD' },
      { at: day(91), price: 999, priceMax: null, currency: 'USD' },
    ];
    const shops = [
      { name: 'AliExpress', url: 'https://example.com/a', price: 950, date: day(3).slice(0, 10) },
      { name: 'Corner shop', url: 'https://example.com/c', price: 980, date: day(120).slice(0, 10) },
      { name: 'Elsewhere', url: 'javascript:alert(1)' },
    ];
    on('GET /api/reviews/1', rendered(makeReview({ productPrice: 999, pricedAt: day(91), prices, shops, shopeeLink: null })));
    renderApp('/reviews/1');
    await title('The quiet laptop');
    expect(screen.getByText(/^when reviewed,/).textContent).toMatch(/This price is more than 90 days old\.$/);
    const history = within(
      screen.getByRole('figure', { name: (_, element) => element.textContent.startsWith('Price over time') }),
    ).getAllByRole('listitem');
    expect(history.map((one) => one.lastElementChild?.textContent)).toEqual(['$1,299', '$999']);
    expect(
      screen
        .getAllByRole('link', { name: /^Buy on/ })
        .map((shop) => [shop.getAttribute('href'), shop.nextElementSibling?.textContent.includes('days old')]),
    ).toEqual([
      ['https://example.com/a', false],
      ['https://example.com/c', true],
    ]);
  });

  it('does not call a new price old', async () => {
    on('GET /api/reviews/1', rendered(makeReview({ pricedAt: new Date(Date.now() - 80 * 86_400_000).toISOString() })));
    renderApp('/reviews/1');
    expect((await screen.findByText(/^when reviewed,/)).textContent).not.toContain('old');
    expect(screen.queryByText('Price over time')).toBeNull();
  });

  it('leaves out what it has not', async () => {
    on(
      'GET /api/reviews/1',
      rendered(
        makeReview({
          pros: [],
          cons: [],
          specifications: [],
          features: [],
          imageUrls: [],
          verdict: null,
          productPrice: null,
          aliexpressLink: 'javascript:alert(1)',
          shopeeLink: null,
        }),
      ),
    );
    renderApp('/reviews/1');
    await title('The quiet laptop');
    const headings = () =>
      main()
        .getAllByRole('heading', { level: 2 })
        .map((h) => h.textContent);
    await waitFor(() => expect(headings()).toEqual(['Product Details']));
    expect(screen.queryByRole('list', { name: 'Tags' })).toBeNull();
  });

  it('ends with its tags, which search engines read, too', async () => {
    on('GET /api/reviews/1', rendered(makeReview({ tags: ['budget', 'x'.repeat(500)] })));
    renderApp('/reviews/1');
    const tags = await screen.findByRole('list', { name: 'Tags' });
    expect(
      within(tags)
        .getAllByRole('listitem')
        .map((tag) => tag.textContent),
    ).toEqual(['budget', 'x'.repeat(500)]);
    await waitFor(() =>
      expect(document.querySelector('script[type="application/ld+json"]')?.textContent).toContain('"keywords":["budget",'),
    );
  });

  it('loads a video site’s player only when the reader starts it', async () => {
    on('GET /api/reviews/1', rendered(makeReview({ videoUrl: 'https://youtu.be/dQw4w9WgXcQ', videoCredit: 'Somebody' })));
    const user = renderApp('/reviews/1');
    const play = await screen.findByRole('button', { name: /Play video/ });
    expect(document.querySelector('iframe')).toBeNull();
    await user.click(play);
    expect(document.querySelector('iframe')?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1');
    expect(screen.getByText('Video Credit: Somebody')).toBeTruthy();
  });

  it('says that it is loading', async () => {
    on('GET /api/reviews/1', () => new Promise<Response>(() => undefined));
    renderApp('/reviews/1');
    expect(await screen.findByText('Loading review...')).toBeTruthy();
  });

  it('is not found when the server knows none', async () => {
    on('GET /api/reviews/99', () => problem(404, 'not found'));
    renderApp('/reviews/99');
    await title('Review Not Found');
  });

  it.each(['/reviews/abc', '/reviews/0', '/reviews/-1', '/reviews/1.5', '/reviews/99999999999999999999'])(
    '%s is an invalid route, and asks for nothing',
    async (path) => {
      renderApp(path);
      await title('Invalid Route');
      expect(calls(`GET /api${path}`)).toHaveLength(0);
    },
  );
});

describe('a category', () => {
  it('counts its reviews', async () => {
    on('GET /api/reviews', () => json([makeReview()], 200, { 'X-Total-Count': '1' }));
    renderApp('/category/computers');
    await title('Computers & Laptops');
    expect(await screen.findByRole('heading', { name: 'Reviews (1)' })).toBeTruthy();
    expect(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Home' })).toHaveProperty(
      'pathname',
      '/',
    );
    expect(calls('GET /api/reviews')[0]?.query.get('category')).toBe('computers');
  });

  it('says that it has none yet', async () => {
    renderApp('/category/gadgets');
    expect(await screen.findByText('No Reviews Yet')).toBeTruthy();
  });

  it('is not found under an unknown slug', async () => {
    renderApp('/category/boats');
    await title('Category Not Found');
    expect(screen.getByText("The category you're looking for doesn't exist.")).toBeTruthy();
  });
});

describe('tech articles', () => {
  it('are listed with their time and category', async () => {
    on('GET /api/news', () =>
      json([makeArticle({ publishedAt: new Date(Date.now() - 3.5 * 3_600_000).toISOString() })], 200, { 'X-Total-Count': '1' }),
    );
    renderApp('/tech-articles');
    expect(await screen.findByText('3 hours ago')).toBeTruthy();
    expect(screen.getByText('AI')).toBeTruthy();
  });

  it('say that there is none', async () => {
    renderApp('/tech-articles');
    expect(await screen.findByText('No tech articles yet')).toBeTruthy();
  });

  it('are read whole', async () => {
    on('GET /api/news/1', rendered(makeArticle()));
    renderApp('/tech-articles/1');
    await title('A town and its minutes');
    expect(screen.getByText('Second line.')).toBeTruthy();
    expect(screen.getByText('November 1, 2026')).toBeTruthy();
    expect(main().getByRole('link', { name: 'Back to Tech Articles' })).toHaveProperty('pathname', '/tech-articles');
  });

  it('have their video in the browser’s own player, which loads nothing by itself', async () => {
    on('GET /api/news/1', rendered(makeArticle({ videoUrl: 'https://videos.example/town.mp4', videoCredit: 'The town' })));
    renderApp('/tech-articles/1');
    expect(await screen.findByRole('heading', { name: 'Related Video' })).toBeTruthy();
    expect(document.querySelector('video')).toMatchObject({ src: 'https://videos.example/town.mp4', preload: 'none', autoplay: false });
  });

  it('are narrowed by category, tag and year', async () => {
    on(
      'GET /api/news/facets',
      makeFacets({
        categories: [{ value: 'ai', label: 'AI', count: 13 }],
        tags: [{ value: 'quiet', label: 'Quiet', count: 1 }],
        years: [{ value: '2026', label: '2026', count: 13 }],
      }),
    );
    on('GET /api/news', () => json([makeArticle()], 200, { 'X-Total-Count': '1' }));
    const user = renderApp('/tech-articles');
    const category = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Category', hidden: true });
    const fields = main().getAllByRole<HTMLSelectElement>('combobox', { hidden: true });
    expect(fields.map((select) => select.labels[0]?.textContent)).toEqual(['Category', 'Tag', 'Year']);
    await waitFor(() => expect(category.options).toHaveLength(2));
    await user.selectOptions(category, 'AI (13)');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Tag', hidden: true }), 'quiet');
    await waitFor(() => expect(calls('GET /api/news').at(-1)?.query.toString()).toBe('category=ai&tag=quiet&page=1'));
    expect(await screen.findByRole('heading', { level: 2, name: '1 tech article' })).toBeTruthy();
  });

  it.each(['/tech-articles/9', '/tech-articles/x'])('%s is not found', async (path) => {
    on('GET /api/news/9', () => problem(404, 'not found'));
    renderApp(path);
    await title('Tech Article Not Found');
    expect(screen.getByText("The tech article you're looking for could not be found.")).toBeTruthy();
  });
});

describe('every page', () => {
  it('shows one notice at a time, which leaves by itself', async () => {
    renderApp('/about');
    await title('About Us');
    act(() => showToast({ title: 'The first' }));
    await notice('The first');
    act(() => showToast({ title: 'The second' }));
    await notice('The second');
    expect(document.querySelectorAll('[data-variant]')).toHaveLength(1);
    act(() => showToast({ title: 'The last', duration: 100 }));
    await waitFor(() => expect(document.querySelector('[data-variant]')).toBeNull());
  });

  it('has social links that lead somewhere', async () => {
    renderApp('/about');
    await title('About Us');
    const links = within(screen.getByRole('list', { name: 'Follow us' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Mastodon', 'Bluesky', 'YouTube', 'Feed']);
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^(https:\/\/|\/)\w+/);
  });

  it('reports its view once', async () => {
    const user = renderApp('/about');
    await title('About Us');
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Terms of Service' }));
    await title('Terms of Service');
    await waitFor(() => expect(calls('POST /api/track').map((c) => (c.body as { page: string }).page)).toEqual(['/about', '/terms']));
  });

  it('has a title of its own', async () => {
    renderApp('/privacy');
    await title('Privacy Policy');
    await waitFor(() => expect(document.title).toBe('Privacy Policy | Candor')); // an effect sets it, after the page is there
  });

  it('says so when there is none at the address', async () => {
    renderApp('/nowhere');
    await title('Page Not Found');
  });

  it('makes QR codes', async () => {
    renderApp('/office-tools');
    await title('Office Tools');
    expect(screen.getByText(/Free, unlimited, no registration/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Generate QR Code' })).toHaveProperty('disabled', true);
  });
});

describe('a page of the site', () => {
  it('shows its title, its last change and its text', async () => {
    on('GET /api/pages', [rendered(makePage())]);
    renderApp('/pages/how-we-test');
    await title('How we test');
    expect(main().getByText('November 3, 2026').getAttribute('datetime')).toBe('2026-11-03T10:00:00Z');
    expect(main().getByText('Second line.').tagName).toBe('P');
    expect(document.title).toBe('How we test | Candor');
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe('First line. Second line.');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/pages\/how-we-test$/);
    expect(calls('GET /api/pages')[0]?.query.get('slug')).toBe('how-we-test');
  });

  it('says that there is none, and asks for no slug that none can have', async () => {
    on('GET /api/pages', []);
    renderApp('/pages/how-we-cook');
    await title('Page Not Found');
    expect(main().getByText('This page could not be found.')).toBeTruthy();
    expect(calls('GET /api/pages')).toHaveLength(1);
    cleanup();
    renderApp('/pages/..%2F');
    await title('Page Not Found');
    expect(calls('GET /api/pages')).toHaveLength(1);
  });

  it('shows a page that every site has at its own address, with its date once it was changed', async () => {
    renderApp('/pages/about');
    await title('About Us');
    expect(main().getByText('The text of About Us.')).toBeTruthy();
    expect(main().queryByText(/^Updated/)).toBeNull();
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/about$/);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe('The text of About Us.');
    cleanup();
    on('GET /api/pages', [rendered(makePage({ title: 'Who we are', slug: 'about' }))]);
    renderApp('/about');
    await title('Who we are');
    expect(main().getByText('November 3, 2026')).toBeTruthy();
  });

  it('offers to try again after a failure', async () => {
    on('GET /api/pages', () => problem(503, 'later'));
    const user = renderApp('/pages/how-we-test');
    const again = await screen.findByRole('button', { name: 'Try again' });
    on('GET /api/pages', [rendered(makePage())]);
    await user.click(again);
    await title('How we test');
  });
});
