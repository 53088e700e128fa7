// How values read on the page: dates, money, ratings, list fields (spec sections 3 and 9).

// Written out rather than asked of Intl, which the server's engine has not: both must render the same text.
export const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** The date in US long form, 'November 21, 2026'; '' when iso is no date. The day is UTC's, so that every reader sees the same. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** US dollars without decimals: '$1,299'. */
export function formatMoney(amount: number): string {
  const whole = String(Math.round(Math.abs(amount)));
  return `${amount < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}`;
}

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

/** A rating as 'x.x/5'. */
export function formatRating(rating: number): string {
  return `${rating.toFixed(1)}/5`;
}

/** How many halves of five stars a rating fills: 3.7 is three and a half, so seven. */
export function halfStars(rating: number): number {
  return Math.round(Math.min(5, Math.max(0, rating)) * 2);
}

/** Minutes that so many words take to read at 220 a minute, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}

/**
 * A list field (pros, cons, specifications, features): an array, text holding a JSON array, or newline text.
 * Leading bullets are stripped and blank lines dropped; text that starts like a JSON array and is none is an empty list.
 */
export function listField(value: unknown): string[] {
  const lines = Array.isArray(value) ? value : typeof value === 'string' ? splitText(value) : [];
  return lines
    .filter((line): line is string => typeof line === 'string')
    .map((line) => line.trim().replace(/^(?:[•·]|[-–*](?![\d*–-]))\s*/, ''))
    .filter((line) => line !== '');
}

function splitText(text: string): unknown[] {
  if (!text.trimStart().startsWith('[')) return text.split('\n');
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** A specification line as name and value, split at its first colon; the name is '' when there is none. */
export function specification(line: string): { name: string; value: string } {
  const colon = line.indexOf(': ');
  return colon > 0 ? { name: line.slice(0, colon), value: line.slice(colon + 2).trim() } : { name: '', value: line };
}
