import { expect, test } from 'vitest';
import { articleParameters, categoryParameters, listAddress, reviewParameters } from './list-address';
import { changed, cleared, lastPage, listPath } from './list-links';

const read = (query: string, known = reviewParameters as Parameters<typeof listAddress>[1]) =>
  listAddress(new URLSearchParams(query), known);

test('an address says what a list is narrowed to, and its page', () => {
  expect(read('')).toEqual({ filter: {}, page: 1 });
  expect(read('brand=acme&minScore=4.5&sort=price&page=3')).toEqual({ filter: { brand: 'acme', minScore: '4.5', sort: 'price' }, page: 3 });
  expect(read('search=+quiet+laptop+')).toEqual({ filter: { search: 'quiet laptop' }, page: 1 });
});

test('of repeated parameters the first counts, an empty one is absent, and unknown ones say nothing', () => {
  expect(read('brand=acme&brand=bolt&tag=&year=+&utm_source=letter')).toEqual({ filter: { brand: 'acme' }, page: 1 });
  expect(read('search=lamp&category=gadgets&brand=acme', categoryParameters).filter).toEqual({ brand: 'acme' });
  expect(read('brand=acme&category=AI&sort=score', articleParameters).filter).toEqual({ category: 'AI' });
});

test.each(['0', '-1', 'x', '1.5', '100001', '1e3'])('page=%s is no page', (page) => {
  expect(read(`page=${page}`).page).toBeNull();
});

test('the first page has no number in its address', () => {
  expect(listPath('/reviews', {}, 1)).toBe('/reviews');
  expect(listPath('/reviews', {}, 2)).toBe('/reviews?page=2');
  expect(listPath('/category/gadgets', { brand: 'acme' }, 2)).toBe('/category/gadgets?brand=acme&page=2');
});

test('the same filter has the same address, whatever was chosen first', () => {
  const one = changed(changed({}, 'tag', 'quiet'), 'brand', 'acme & co');
  const other = changed(changed({}, 'brand', 'acme & co'), 'tag', 'quiet');
  expect(listPath('/reviews', one)).toBe('/reviews?brand=acme+%26+co&tag=quiet');
  expect(listPath('/reviews', other)).toBe(listPath('/reviews', one));
  expect(JSON.stringify(other)).toBe(JSON.stringify(one));
});

test('a filter that is removed leaves the address, and clearing keeps the search and the order', () => {
  expect(changed({ brand: 'acme', year: '2026' }, 'brand', '')).toEqual({ year: '2026' });
  expect(cleared({ search: 'lamp', brand: 'acme', year: '2026', sort: 'price' })).toEqual({ search: 'lamp', sort: 'price' });
});

test('a page has 24 items, and an empty list one page', () => {
  expect([0, 1, 24, 25, 614].map((total) => lastPage(total))).toEqual([1, 1, 1, 2, 26]);
});
