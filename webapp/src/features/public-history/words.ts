// The words of the public history.
import type { Version } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { utcClock } from '@/lib/short-date';
import { inZone, zoneName } from '@/lib/time-zone';

/** The time of day, '10:42 UTC', which tells the versions of one day apart; '' when iso is no date. */
export function timeOfDay(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${utcClock(inZone(date))} ${zoneName()}`;
}

/** 'November 23, 2026, 10:42 UTC' */
export const momentOf = (iso: string): string => `${formatDate(iso)}, ${timeOfDay(iso)}`;

/** What stands in place of the changes of a version that has none to show. */
export function withoutChanges({ type, withheld }: Version, isFirst: boolean): string | null {
  if (withheld) return null;
  if (isFirst) return 'The first version that readers could see.';
  return type === 'published' ? 'Published again, as it was before.' : null;
}
