import { expect, it } from 'vitest';
import { best, bestValues, quantity } from './better';

it.each([
  ['1.12 kg measured', { number: 1.12, unit: 'kg' }],
  ['80 Wh, 4 h 35 min', { number: 80, unit: 'wh' }],
  ['−20 °C', { number: -20, unit: '°c' }],
  ['24,000 rpm', { number: 24000, unit: 'rpm' }],
  ['5', { number: 5, unit: '' }],
  ['16 or 32 GB', { number: 16, unit: 'or' }],
  ['two slots', null],
  ['', null],
])('%j begins with %j', (value, wanted) => expect(quantity(value)).toEqual(wanted));

it.each([
  [[4, 5, 3], 'higher', [false, true, false]],
  [[4, 5, 4], 'lower', [true, false, true]],
  [[4, 4], 'higher', [false, false]],
  [[null, 4], 'higher', [false, false]],
  [[null, 4, 5], 'lower', [false, true, false]],
  [[], 'lower', []],
] as const)('of %j with %s being better, the best are %j', (numbers, better, wanted) => expect(best(numbers, better)).toEqual(wanted));

it.each([
  ['numbers of one unit', ['1.12 kg measured', '2.41 kg with keyboard'], [true, false]],
  ['one has none', ['1.12 kg', null, '2 KG'], [true, false, false]],
  ['units that differ', ['900 g', '2 kg'], [false, false]],
  ['a value that is no number', ['1 kg', '2 kg', 'light'], [false, false, false]],
  ['a choice', ['16 or 32 GB', '32 GB'], [false, false]],
])('%s', (_, values, wanted) => expect(bestValues(values, 'lower')).toEqual(wanted));
