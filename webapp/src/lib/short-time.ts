// Times in the site's zone as editors read them: short, with the day only where it isn't today.
import { clockTime, shortDay } from './short-date';
import { inZone } from './time-zone';

const dayOf = (at: Date) => inZone(at).toISOString().slice(0, 10);

/** Returns a time, '12:03 PM', with its day unless that is today: 'Nov 21, 12:03 PM'. */
export const shortTime = (at: Date, now = new Date()): string => (dayOf(at) === dayOf(now) ? clockTime(at) : dayTime(at));

/** Returns a day and time: 'Nov 21, 12:03 PM'. */
export const dayTime = (at: Date): string => `${shortDay(at)}, ${clockTime(at)}`;
