// What is said before a review is published.
import { describe, expect, it } from 'vitest';
import { valuesOf } from '@/components/content/form';
import { checklist, obstacles } from '@/components/editor/publish-checklist';
import { sitePath } from '@/components/editor/use-site-links';
import type { Known } from '@/components/media/use-stored-pictures';
import { makePicture, makeReview } from '@/testing/makers';
import { reviewType } from './review-type';

const choices = {
  categoryId: [
    { value: '1', label: 'Computers' },
    { value: '2', label: 'Cars' },
  ],
};
const fresh = valuesOf(reviewType, null);
const complete = { ...valuesOf(reviewType, makeReview()), content: `${'word '.repeat(1000)}[source](https://example.org/a)` };

const elsewhere: Known = { state: 'elsewhere' };

/** What is known of the pictures: those of other sites, and these of the library. */
const library = (stored: Record<string, Known> = {}) =>
  new Map(
    ['https://a.example/1.jpg', 'https://a.example/2.jpg', '/media/a.jpg', '/media/b.jpg'].map((address) => [
      address,
      stored[address] ?? elsewhere,
    ]),
  );

const check = (changes: object, isNew = false) =>
  Object.fromEntries(
    checklist(reviewType, { ...complete, ...changes }, { isNew, choices, library: library() }).map(({ name, state, text }) => [
      name,
      `${state}: ${text}`,
    ]),
  );

describe('before publishing', () => {
  it('a complete review has everything', () => {
    expect(Object.values(check({})).filter((said) => !said.startsWith('done'))).toEqual([]);
    expect(obstacles(reviewType, complete, false)).toEqual([]);
  });

  it('a new one has nothing, and only required fields are in the way', () => {
    expect(
      checklist(reviewType, fresh, { isNew: true, choices, library: library() }).every(
        ({ state, name }) => state === 'missing' || name === 'Links',
      ),
    ).toBe(true);
    expect(obstacles(reviewType, fresh, true).map(({ message }) => message)).toEqual([
      'Product Name is required',
      'Brand is required',
      'Review Title is required',
      'Author is required',
      'Review Content is required',
    ]);
  });

  it('a score that nobody has set, and a category that was only preset, are pointed out', () => {
    expect(check({ rating: '1' }).Score).toMatch(/^missing/);
    expect(check({ rating: '1.1' }).Score).toBe('done: 1.1/5');
    expect(check({ rating: '' }).Score).toBe('missing: Not set yet.');
    expect(check({ categoryId: '1' }, true).Category).toBe('missing: Default category: Computers.');
    expect(check({ categoryId: '2' }, true).Category).toBe('done: Cars');
    expect(check({ categoryId: '1' }).Category).toBe('done: Computers');
  });

  it('pictures need to be there, and those in the text an alt text', () => {
    expect(check({ productImageUrl: '', imageUrls: '' }).Picture).toBe('missing: No picture.');
    expect(check({ content: '![](/media/a.jpg) and ![ ](/media/b.jpg)' })['Alt text']).toBe(
      'missing: Review Content: 2 images have no alt text.',
    );
    expect(check({ content: '![A lamp](/media/a.jpg)' })).toMatchObject({
      Picture: 'done: Chosen.',
      'Alt text': 'done: No image lacks it.',
    });
    expect(check({ productImageUrl: '', imageUrls: '', content: 'Words' })).not.toHaveProperty('Alt text');
  });

  it('pictures of the library have its alt text, wherever they are used', () => {
    const values = {
      ...complete,
      productImageUrl: '/media/a.jpg',
      imageUrls: '/media/b.jpg, https://a.example/1.jpg, /media/a.jpg',
      content: 'A lamp:\r\n![](/media/a.jpg) and ![again](/media/a.jpg)',
      verdict: '![](/media/b.jpg)',
    };
    const said = (a: Known, b: Known) =>
      checklist(reviewType, values, { isNew: false, choices, library: library({ '/media/a.jpg': a, '/media/b.jpg': b }) })
        .filter(({ name }) => ['Alt text', 'Removed'].includes(name))
        .map(({ field, at, text }) => [field, at, text]);
    const described: Known = { state: 'replaced', picture: makePicture({ alt: 'A lamp' }) };
    const bare: Known = { state: 'stored', picture: makePicture({ alt: '' }) };
    expect(said(bare, described)).toEqual([
      ['productImageUrl', undefined, 'Product Image: 1 image has no alt text.'],
      ['imageUrls', undefined, 'Additional Images: 1 image has no alt text.'],
      ['content', 10, 'Review Content: 1 image has no alt text.'],
    ]);
    expect(said(described, described)).toEqual([['productImageUrl', undefined, 'No image lacks it.']]);
    expect(said({ state: 'loading' }, { state: 'removed', picture: makePicture() })).toContainEqual([
      'imageUrls',
      undefined,
      'Additional Images: 1 image was removed from the library.',
    ]);
  });

  it('the length is counted in words without marks', () => {
    expect(check({ content: '**One** two [three](https://example.org/four/five)' }).Length).toBe(
      'missing: 3 words. Aim for 1,000 or more.',
    );
  });

  it.each([
    '[a](htp://example.org)',
    '[a](https://)',
    '[a]()',
    '[a](reviews/14)',
    '[a](http:/example.org)',
    'See https://example',
    '[a](https://exa mple.org)',
  ])('the link in %j looks broken', (content) => {
    expect(check({ content }).Links).toMatch(/^missing: Check “/);
  });

  it.each([
    '[a](https://example.org/x?y=1#z)',
    '[a](/reviews/1)',
    '[a](#text)',
    '[a](mailto:ada@example.org)',
    '[a](shop.example.org/x)',
    '[a](bücher.de)',
    '[a](ada@example.org)',
    '[a](ada@example.org?subject=Hi)',
    '[a](192.0.2.1:8080/x)',
    '[a](https://192.0.2.1)',
    '[a](example.org.)',
    'See https://example.org/a, and www.example.org.',
  ])('those in %j look alive', (content) => {
    expect(check({ content }).Links).toBe('done: All valid.');
  });

  it('all broken links are named, or counted', () => {
    const links = (n: number) => Array.from({ length: n }, (_, i) => `[a](x:${i})`).join(' ');
    expect(check({ content: links(4) }).Links).toBe('missing: Check “x:0”, “x:1”, “x:2”, “x:3”.');
    expect(check({ content: links(13) }).Links).toMatch(/“x:9” and 3 more\.$/);
  });

  it.each([
    ['found', 'done: All valid.'],
    ['missing', 'missing: Check “/reviews/99”.'],
    ['loading', 'done: Checking...'],
    ['unknown', 'done: Some could not be checked.'],
  ] as const)('a link to a page of this site that is %s: %s', (state, said) => {
    const values = { ...complete, content: '[a](/reviews/99)' };
    const all = checklist(reviewType, values, { isNew: false, choices, library: library(), siteLinks: new Map([['/reviews/99', state]]) });
    expect(all.filter(({ name }) => name === 'Links').map(({ state, text }) => `${state}: ${text}`)).toEqual([said]);
  });

  it.each([
    ['/reviews/12?asOf=2026-01-01#verdict', '/reviews/12?asOf=2026-01-01'],
    ['https://candor.example/about', '/about'],
    ['https://candor.example.org/about', null],
    ['//candor.example/about', null],
    ['#verdict', null],
    ['https://other.example/', null],
  ])('%s leads to %s of this site', (link, path) => expect(sitePath(link, 'https://candor.example')).toBe(path));

  it('a shop link is looked at, too', () => {
    expect(check({ shopeeLink: 'https://shopee' }).Links).toContain('“https://shopee”');
  });
});
