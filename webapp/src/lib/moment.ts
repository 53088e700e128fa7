// Moments of the site's life, to the minute: of versions, which may be several a day.
import { formatDate } from './format';
import { utcClock } from './short-date';
import { inZone, zoneName } from './time-zone';

/** The time of day, '10:42 UTC', which tells the versions of one day apart; '' when iso is no date. */
export function timeOfDay(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${utcClock(inZone(date))} ${zoneName()}`;
}

/** 'November 23, 2026, 10:42 UTC' */
export const momentOf = (iso: string): string => `${formatDate(iso)}, ${timeOfDay(iso)}`;
