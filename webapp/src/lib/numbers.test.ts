import { expect, it } from 'vitest';
import { numberOf } from './numbers';
import { setSiteFormat, siteFormat } from './site-format';

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
  ['١٢', 12],
  ['٤٫٣', 4.3],
  ['١٬٢٩٩٫٥٠', 1299.5],
  ['۹', 9],
  ['४.५', 4.5],
  ['１２．５', 12.5],
  ['−2', -2],
])('reads %j as %d', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

it.each(['12x', '4,3x', 'x', '1,2,3', '1,29.5', '1.2.3', '1e3', '0x10', '--1', '.', ',', '-', '1 2', '1,299,50', 'Infinity', 'NaN'])(
  'cannot read %j',
  (text) => {
    expect(numberOf(text)).toBeUndefined();
  },
);

it('lets the site’s language decide what only it can tell', () => {
  expect(numberOf('1.299')).toBe(1.299);
  expect(numberOf('1299,50')).toBe(1299.5);
  const { format } = siteFormat();
  setSiteFormat({ format: { ...format, number: { ...format.number, group: '.', decimal: ',' } } });
  expect(numberOf('1,299')).toBe(1.299);
  expect(numberOf('1.299')).toBe(1299);
  setSiteFormat(undefined);
});
