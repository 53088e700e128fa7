import { expect, it } from 'vitest';
import { numberOf } from './numbers';

it.each([
  ['', 0],
  ['4', 4],
  ['4.3', 4.3],
  ['4,3', 4.3],
  ['.5', 0.5],
  ['-2', -2],
  ['1299,50', 1299.5],
  ['1,299', 1299],
  ['0,299', 0.299],
  ['1299,000', 1299],
  ['1,299.50', 1299.5],
  ['1.299,50', 1299.5],
  ['1 299,50', 1299.5],
  ['1 299', 1299],
  ['1’299.50', 1299.5],
  ['12,345,678', 12345678],
  [' 12 ', 12],
])('reads %j as %d', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

it.each(['12x', '4,3x', 'x', '1,2,3', '1,29.5', '1.2.3', '1e3', '0x10', '--1', '.', ',', '-', '1 2', '1,299,50', 'Infinity', 'NaN'])('cannot read %j', (text) => {
  expect(numberOf(text)).toBeUndefined();
});

it('lets the language decide what only it can tell', () => {
  expect(numberOf('1,299', 'de')).toBe(1.299);
  expect(numberOf('1.299', 'de')).toBe(1299);
  expect(numberOf('1.299', 'en')).toBe(1.299);
  expect(numberOf('1299,50', 'en')).toBe(1299.5);
});
