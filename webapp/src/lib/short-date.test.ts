import { expect, it } from 'vitest';
import { clockTime, shortDay, utcDay, utcWeekday } from './short-date';

const local = (hours: number, minutes: number) => new Date(Date.UTC(2026, 10, 21, hours, minutes));

it('writes days as US English does', () => {
  expect(shortDay(local(23, 59))).toBe('Nov 21');
  expect(utcDay(new Date('2026-05-01T00:00:00Z'))).toBe('May 1');
  expect(utcWeekday(new Date('2026-11-22T23:59:59Z'))).toBe('Sun');
});

it('writes times of day on a clock of twelve hours, in one piece', () => {
  expect([local(0, 5), local(9, 4), local(12, 30), local(23, 59)].map(clockTime)).toEqual([
    '12:05\u00a0AM',
    '9:04\u00a0AM',
    '12:30\u00a0PM',
    '11:59\u00a0PM',
  ]);
});
