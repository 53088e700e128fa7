import { expect, test } from 'vitest';
import { characters, fits } from './characters';

test('a character counts once, in every script and however it is composed', () => {
  expect(characters('cafe\u0301')).toBe(4);
  expect(characters('👍👍')).toBe(2);
  expect(fits(90)('検'.repeat(90))).toBe(true);
  expect(fits(2)('abc')).toBe(false);
});
