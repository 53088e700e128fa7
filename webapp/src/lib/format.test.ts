import { describe, expect, it } from 'vitest';
import { formatDate, formatRating, formatRelativeTime, halfStars } from './format';
import { formatMoney } from './money';

describe('dates', () => {
  it('are in US long form', () => expect(formatDate('2026-11-21T04:30:00Z')).toBe('November 21, 2026'));
  it('keep the UTC day whatever the clock of the reader', () => expect(formatDate('2026-03-01T23:59:59Z')).toBe('March 1, 2026'));
  it('are empty when they are no date', () => expect(formatDate('soon')).toBe(''));
});

describe('money', () => {
  it.each([
    [1299, '$1,299'],
    [79.9, '$80'],
    [84500, '$84,500'],
  ])('%d dollars are %s', (amount, text) => expect(formatMoney(amount)).toBe(text));
});

describe('relative time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-21T12:00:30Z', 'Just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T11:01:00Z', '59 minutes ago'],
    ['2026-11-21T11:00:00Z', '1 hour ago'],
    ['2026-11-20T12:00:01Z', '23 hours ago'],
    ['2026-11-20T12:00:00Z', '1 day ago'],
    ['2026-11-01T12:00:00Z', '20 days ago'],
    ['never', ''],
  ])('%s is %s', (iso, text) => expect(formatRelativeTime(iso, now)).toBe(text));
});

describe('rating', () => {
  it('has one decimal, out of five', () => expect(formatRating(4)).toBe('4.0/5'));
  it.each([
    [5, 10],
    [4.6, 9],
    [4.8, 10],
    [3.7, 7],
    [2.2, 4],
    [1, 2],
    [9, 10],
    [-1, 0],
  ])('%d fills %d half stars', (rating, halves) => expect(halfStars(rating)).toBe(halves));
});
