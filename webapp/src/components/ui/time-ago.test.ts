import { expect, it } from 'vitest';
import { fullDate } from './time-ago';

it('writes the full date and time in the reader’s zone', () => {
  const written = (hours: number, minutes: number) => fullDate(new Date(2026, 10, 21, hours, minutes).toISOString());
  expect(written(9, 4)).toBe('November 21, 2026 at 9:04 AM');
  expect(written(0, 5)).toBe('November 21, 2026 at 12:05 AM');
  expect(written(12, 30)).toBe('November 21, 2026 at 12:30 PM');
  expect(written(23, 59)).toBe('November 21, 2026 at 11:59 PM');
  expect(fullDate('soon')).toBe('');
});
