import { describe, expect, it } from 'vitest';
import { formatDateBeside } from '@/lib/format';
import { initialFormat, setSiteFormat } from '@/lib/site-format';
import { summaryOf, titleOf } from './words';

describe('a change in a few words', () => {
  it.each([
    [[{ field: 'rating', name: 'Rating', html: '', from: 4.6, to: 4 }], '4.6 → 4.0'],
    [
      [
        { field: 'productPrice', name: 'Price', html: '', from: 1299, to: 999 },
        { field: 'verdict', name: 'Verdict', html: '', from: 'Buy.', to: 'Wait.' },
      ],
      'price $1,299 → $999, verdict',
    ],
    [[{ field: 'productPriceMax', name: 'Highest price', html: '', from: null, to: 1500 }], 'highest price none → $1,500'],
    [[{ field: 'excerpt', name: 'Summary', html: '', from: 'A', to: null }], 'summary'],
    [[{ field: 'somethingNew', name: 'Something new', html: '', from: 'A', to: 'B' }], 'something new'],
    [[], ''],
  ])('%j is %j', (changes, words) => {
    expect(summaryOf(changes)).toBe(words);
  });
});

it('names the record after what it holds', () => {
  const [correction, update] = [{ type: 'correction' }, { type: 'update' }] as const;
  expect([titleOf([correction]), titleOf([update, update]), titleOf([update, correction])]).toEqual([
    'Corrections',
    'Updates',
    'Corrections and updates',
  ]);
});

it('leaves out a year that stands beside it', () => {
  expect(formatDateBeside('2026-11-23T10:00:00Z', '2026-12-01T10:00:00Z')).toBe('November 23');
  expect(formatDateBeside('2025-11-23T10:00:00Z', '2026-12-01T10:00:00Z')).toBe('November 23, 2025');
});

it('shows a day as the same one west of Greenwich', () => {
  setSiteFormat({ ...initialFormat, format: { ...initialFormat.format, zone: [0, -300] } });
  expect(formatDateBeside('2026-11-23', '2026-12-01T10:00:00Z')).toBe('November 23');
  expect(formatDateBeside('2026-11-23T03:00:00Z', '2026-12-01T10:00:00Z')).toBe('November 22');
  setSiteFormat(initialFormat);
});
