// Short dates and times of day, as the site's language writes them. Most are in the site's time zone; days of the analytics are UTC's.
import { dayParts } from './format';
import { filled, siteFormat } from './site-format';
import { inZone } from './time-zone';

const two = (n: number) => String(n).padStart(2, '0');

/** The day in UTC: 'Nov 21'. */
export const utcDay = (date: Date): string =>
  filled(siteFormat().format.short, { M: siteFormat().format.shortMonths[date.getUTCMonth()] ?? '', ...dayParts(date) });

/** The day in UTC, with its year: 'Nov 21, 2026'. */
export const utcDayOfYear = (date: Date): string =>
  filled(siteFormat().format.medium, {
    y: date.getUTCFullYear(),
    M: siteFormat().format.mediumMonths[date.getUTCMonth()] ?? '',
    ...dayParts(date),
  });

/** The day with its year and the time: 'Nov 21, 2026, 9:04 AM'. */
export const momentOfYear = (date: Date): string => `${dayOfYear(date)}, ${clockTime(date)}`;

/** The weekday in UTC: 'Mon'. */
export const utcWeekday = (date: Date): string => siteFormat().format.weekdays[date.getUTCDay()] ?? '';

/** The time of day in UTC, on a clock of 24 hours: '09:04'. */
export const utcClock = (date: Date): string => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;

/** The day: 'Nov 21'. */
export const shortDay = (date: Date): string => utcDay(inZone(date));

/** The day with its year: 'Nov 21, 2026'. */
export const dayOfYear = (date: Date): string => utcDayOfYear(inZone(date));

/** The time of day, on one line: '9:04 AM'. */
export function clockTime(date: Date): string {
  const at = inZone(date);
  const hours = at.getUTCHours();
  const { time, halves } = siteFormat().format;
  const half = hours % 12 || 12;
  return filled(time, {
    h: half,
    hh: two(half),
    H: hours,
    HH: two(hours),
    mm: two(at.getUTCMinutes()),
    a: halves[hours < 12 ? 0 : 1] ?? '',
  }).replace(/ /g, '\u00a0');
}
