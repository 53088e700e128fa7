import { expect, it } from 'vitest';
import { compareNames, counted, formatCompact, formatCount } from './intl';
import { setSiteFormat, siteFormat } from './site-format';

it('groups digits', () => {
  expect([0, 7, 999, 1000, 12345, 1234567].map(formatCount)).toEqual(['0', '7', '999', '1,000', '12,345', '1,234,567']);
});

it('writes numbers as Americans do', () => {
  expect(formatCompact(12_345)).toBe('12K');
  expect(counted(1, 'draft') + counted(2000, 'draft')).toBe('1 draft2,000 drafts');
});

it('sorts names as the language of the site does, also after it has changed', () => {
  const names = ['Zebra', 'Ärger', 'Apfel'];
  expect(names.toSorted(compareNames)).toEqual(['Apfel', 'Ärger', 'Zebra']);
  setSiteFormat({ ...siteFormat(), language: 'sv' });
  expect(names.toSorted(compareNames)).toEqual(['Apfel', 'Zebra', 'Ärger']);
  setSiteFormat(undefined);
});
