// Times in the site's zone as editors read them: short, with the day only where it isn't today.
import { shortDay, utcClock } from './short-date';
import { inZone } from './time-zone';

const clock = (at: Date) => utcClock(inZone(at));

const dayOf = (at: Date) => inZone(at).toISOString().slice(0, 10);

/** Returns a time, '12:03', with its day unless that is today: 'Nov 21, 12:03'. */
export const shortTime = (at: Date, now = new Date()): string => (dayOf(at) === dayOf(now) ? clock(at) : dayTime(at));

/** Returns a day and time: 'Nov 21, 12:03'. */
export const dayTime = (at: Date): string => `${shortDay(at)}, ${clock(at)}`;
