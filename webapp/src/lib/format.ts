// How values read on the page: dates, ratings (spec sections 3 and 9).
import { filled, siteFormat } from './site-format';
import { inZone } from './time-zone';

/** The date in the site's time zone, as its language writes it: 'November 21, 2026'; '' when iso is no date. Every reader sees the same. */
export const formatDate = (iso: string): string => longDate(inZone(new Date(iso)), siteFormat().format.long);

/** The date in UTC, for days that are counted there. */
export const formatUtcDate = (iso: string): string => longDate(new Date(iso), siteFormat().format.long);

/**
 * The date, without its year where that is the year of another date beside it and the language can leave it out: 'November 21'. A day
 * ('2026-11-21') is the same in every time zone.
 */
export function formatDateBeside(iso: string, beside: string): string {
  const { long } = siteFormat().format;
  const [date, other] = [iso, beside].map((one) => (one.length === 10 ? new Date(one) : inZone(new Date(one)))) as [Date, Date];
  return longDate(date, date.getUTCFullYear() === other.getUTCFullYear() ? long.replace(/(\})[\s,]*\{y\}$/, '$1') : long);
}

function longDate(date: Date, pattern: string): string {
  if (Number.isNaN(date.getTime())) return '';
  const month = siteFormat().format.months[date.getUTCMonth()] ?? '';
  return filled(pattern, { y: date.getUTCFullYear(), M: month, ...dayParts(date) });
}

/** The parts of patterns that stand for a date's day. */
export const dayParts = (date: Date) => ({ d: date.getUTCDate(), dd: String(date.getUTCDate()).padStart(2, '0') });

/** How long ago iso was: 'Just now' within a minute, then minutes under 60, hours under 24, and days. The future counts as now. */
export function formatRelativeTime(iso: string, now: number = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 60_000));
  if (Number.isNaN(minutes)) return '';
  if (minutes === 0) return 'Just now';
  if (minutes < 60) return ago(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? ago(hours, 'hour') : ago(Math.floor(hours / 24), 'day');
}

function ago(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'} ago`;
}

/** A number with one decimal: '4.6'. */
export const formatScore = (score: number): string => score.toFixed(1).replace('.', siteFormat().format.number.decimal);

/** A rating as 'x.x/5'. */
export const formatRating = (rating: number): string => `${formatScore(rating)}/5`;

/** How many halves of five stars a rating fills: 3.7 is three and a half, so seven. */
export function halfStars(rating: number): number {
  return Math.round(Math.min(5, Math.max(0, rating)) * 2);
}
