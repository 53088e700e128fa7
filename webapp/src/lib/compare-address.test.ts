import { expect, it } from 'vitest';
import { askedIn, compareAddress } from './compare-address';

it.each([
  ['reviews=1,2,3', [1, 2, 3], 0, false],
  ['reviews=3, 1,3', [3, 1], 1, false],
  ['reviews=x,0,-1,1.5,01,2&only=differences', [2], 5, true],
  ['reviews=1,2,3,4,5,6,7,8,9,10', [1, 2, 3, 4, 5, 6, 7, 8], 2, false],
  ['reviews=,&only=all', [], 0, false],
  ['', [], 0, false],
])('%s asks for %j', (query, ids, ignored, differences) =>
  expect(askedIn(new URLSearchParams(query))).toEqual({ ids, ignored, differences }),
);

it('has an address that says the same', () => {
  expect(compareAddress([])).toBe('/compare');
  expect(askedIn(new URL(compareAddress([4, 2], true), 'https://example.com').searchParams)).toEqual({
    ids: [4, 2],
    ignored: 0,
    differences: true,
  });
});
