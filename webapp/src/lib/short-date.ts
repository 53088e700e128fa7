// Short dates and times, as US English writes them. They are written out, since lists and the overview begin with them: Intl takes a slow phone a
// tenth of a second for the first.
import { months } from './format';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const monthDay = (month: number, day: number) => `${(months[month] ?? '').slice(0, 3)} ${day}`;

/** The day in the reader's zone: 'Nov 21'. */
export const shortDay = (date: Date): string => monthDay(date.getMonth(), date.getDate());

/** The day in UTC: 'Nov 21'. */
export const utcDay = (date: Date): string => monthDay(date.getUTCMonth(), date.getUTCDate());

/** The weekday in UTC: 'Mon'. */
export const utcWeekday = (date: Date): string => weekdays[date.getUTCDay()] ?? '';

/** The time of day in the reader's zone, on one line: '9:04 AM'. */
export function clockTime(date: Date): string {
  const hours = date.getHours();
  return `${hours % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')}\u00a0${hours < 12 ? 'AM' : 'PM'}`;
}
