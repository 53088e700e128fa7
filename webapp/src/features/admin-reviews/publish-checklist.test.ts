// What is said before a review is published.
import { describe, expect, it } from 'vitest';
import { valuesOf } from '@/components/content/form';
import { checklist, obstacles } from '@/components/editor/publish-checklist';
import { makeReview } from '@/testing/makers';
import { reviewType } from './review-type';

const choices = { categoryId: [{ value: '1', label: 'Computers' }, { value: '2', label: 'Cars' }] };
const fresh = valuesOf(reviewType, null);
const complete = { ...valuesOf(reviewType, makeReview()), content: `${'word '.repeat(1000)}[source](https://example.org/a)` };

const check = (changes: object, isNew = false) => Object.fromEntries(checklist(reviewType, { ...complete, ...changes }, isNew, choices).map(({ name, state, text }) => [name, `${state}: ${text}`]));

describe('before publishing', () => {
  it('a complete review has everything', () => {
    expect(Object.values(check({})).filter((said) => !said.startsWith('done'))).toEqual([]);
    expect(obstacles(reviewType, complete, false)).toEqual([]);
  });

  it('a new one has nothing, and only required fields are in the way', () => {
    expect(checklist(reviewType, fresh, true, choices).every(({ state, name }) => state === 'missing' || name === 'Links')).toBe(true);
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
    expect(check({ categoryId: '1' }, true).Category).toBe('missing: Computers is preset. Check that it fits.');
    expect(check({ categoryId: '2' }, true).Category).toBe('done: Cars');
    expect(check({ categoryId: '1' }).Category).toBe('done: Computers');
  });

  it('pictures need to be there, and those in the text an alt text', () => {
    expect(check({ productImageUrl: '', imageUrls: '' }).Picture).toBe('missing: No picture.');
    expect(check({ content: '![](/media/a.jpg) and ![ ](/media/b.jpg)' }).Picture).toBe('missing: 2 pictures in the text have no alt text.');
    expect(check({ content: '![A lamp](/media/a.jpg)' }).Picture).toMatch(/^done/);
  });

  it('the length is counted in words without marks', () => {
    expect(check({ content: '**One** two [three](https://example.org/four/five)' }).Length).toBe('missing: 3 words. Aim for 1,000 or more.');
  });

  it.each(['[a](htp://example.org)', '[a](https://)', '[a]()', '[a](example.org)', 'See https://example', '[a](https://exa mple.org)'])('the link in %j looks broken', (content) => {
    expect(check({ content }).Links).toMatch(/^missing: Check “/);
  });

  it.each(['[a](https://example.org/x?y=1#z)', '[a](/reviews/1)', '[a](#text)', '[a](mailto:ada@example.org)', 'See https://example.org/a, and www.example.org.', 'No link [at all].'])('those in %j look alive', (content) => {
    expect(check({ content }).Links).toBe('done: Well-formed.');
  });

  it('a shop link is looked at, too', () => {
    expect(check({ shopeeLink: 'https://shopee' }).Links).toContain('“https://shopee”');
  });
});
