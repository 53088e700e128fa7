// How values read on the page: dates, ratings (spec sections 3 and 9).

// Written out rather than asked of Intl, which the server's engine has not: both must render the same text.
export const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** The date in US long form, 'November 21, 2026'; '' when iso is no date. The day is UTC's, so that every reader sees the same. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
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
