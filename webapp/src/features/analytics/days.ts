// Days as the date field and the address write them: '2026-11-21', UTC.
import type { Dates } from './types';

const oneDay = 86_400_000;

const written = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const today = (now = Date.now()): string => written(now);

/** The day after one; the server's ranges end before it. */
export const dayAfter = (day: string): string => written(Date.parse(day) + oneDay);

export const dayBefore = (day: string): string => written(Date.parse(day) - oneDay);

/** How many days they are, both ends included. */
export const daysOf = ({ from, to }: Dates): number => (Date.parse(to) - Date.parse(from)) / oneDay + 1;

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && written(at) === text && text >= '1970-01-01';
}

/** Returns the error of two days; undefined if they are valid. */
export function wrongDates({ from, to }: Dates, now = today()): string | undefined {
  if (!isDay(from)) return 'Choose a start date.';
  if (!isDay(to)) return 'Choose an end date.';
  if (from > now) return 'The start date must not be in the future.';
  return from > to ? 'The start date must not be after the end date.' : undefined;
}
