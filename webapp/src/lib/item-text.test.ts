import { describe, expect, it } from 'vitest';
import { listField, readingMinutes, specification } from './item-text';

describe('content', () => {
  it('takes at least a minute to read', () => expect(readingMinutes(1)).toBe(1));
  it('takes a minute for 220 words', () => expect(readingMinutes(880)).toBe(4));
});

describe('list fields', () => {
  it.each([
    [
      ['Fast', ' • Quiet '],
      ['Fast', 'Quiet'],
    ],
    ['["Fast","- Quiet"]', ['Fast', 'Quiet']],
    ['• Fast\n\n* Quiet', ['Fast', 'Quiet']],
    ['[broken', []],
    ['', []],
    [null, []],
    [[1, 'One'], ['One']],
  ])('%j is %j', (value, list) => expect(listField(value)).toEqual(list));
});

describe('specifications', () => {
  it('are split into name and value', () =>
    expect(specification('Screen: 14 in, 16:10')).toEqual({ name: 'Screen', value: '14 in, 16:10' }));
  it('may have no name', () => expect(specification('Fanless')).toEqual({ name: '', value: 'Fanless' }));
});
