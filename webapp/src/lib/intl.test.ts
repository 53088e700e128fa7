import { expect, it } from 'vitest';
import { counted, dateFormat, formatCount, numberFormat } from './intl';

it('groups digits', () => {
  expect([0, 7, 999, 1000, 12345, 1234567].map(formatCount)).toEqual(['0', '7', '999', '1,000', '12,345', '1,234,567']);
});

it('writes numbers and times as Americans do', () => {
  const day = dateFormat({ timeZone: 'UTC', month: 'short', day: 'numeric' });
  expect([day.format(new Date('2026-11-25')), day.format(new Date('2026-12-01'))]).toEqual(['Nov 25', 'Dec 1']);
  expect(dateFormat({ timeZone: 'UTC', timeStyle: 'short' }, 'en-GB').format(new Date('2026-11-25T15:04:00Z'))).toBe('15:04');
  expect(numberFormat({ notation: 'compact' }).format(12_345)).toBe('12K');
  expect(counted(1, 'draft') + counted(2000, 'draft')).toBe('1 draft2,000 drafts');
});
