// The overview's texts.
import type { Week } from '@/lib/api-types';
import { counted, formatCount } from '@/lib/intl';
import { kindNames, kinds } from '@/lib/kinds';
import { utcDay, utcWeekday } from '@/lib/short-date';

export const draftsIn = ({ drafts }: Week): number => kindNames.reduce((sum, kind) => sum + drafts[kinds[kind].tab], 0);

export const viewsIn = ({ days }: Week): number => days.reduce((sum, day) => sum + day.views, 0);

/** The week in one line: '5 drafts · 1 unread · 128 views'. What is zero is left out, except for the views. */
export function weekInShort(week: Week): string {
  const drafts = draftsIn(week);
  return [
    ...(drafts > 0 ? [counted(drafts, 'draft')] : []),
    ...(week.schedule.items > 0 ? [`${formatCount(week.schedule.items)} scheduled`] : []),
    ...(week.schedule.notPublished.length > 0 ? [`${formatCount(week.schedule.notPublished.length)} not published`] : []),
    ...(week.unreadMessages > 0 ? [`${formatCount(week.unreadMessages)} unread`] : []),
    ...(week.days.length > 0 ? [counted(viewsIn(week), 'view')] : []),
  ].join(' · ');
}

/** 'Mon'. Days are UTC's, like all days of the analytics. */
export const weekdayName = (iso: string): string => utcWeekday(new Date(iso));

/** 'Nov 21'. */
const dayName = (iso: string): string => utcDay(new Date(iso));

/** The day of a time, '2026-11-21'. */
export const dayOf = (iso: string): string => iso.slice(0, 10);

/** What the chart shows, in words. */
export function chartInWords(week: Week): string {
  return `Views per day: ${week.days.map((day) => `${dayName(day.start)}: ${formatCount(day.views)}`).join(', ')}.`;
}
