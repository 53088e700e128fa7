// Times of this device as editors read them: short, with the day only where it isn't today.
import { dateFormat } from './intl';

const clock = dateFormat({ timeStyle: 'short' }, 'en-GB');
const day = dateFormat({ month: 'short', day: 'numeric' });

/** Returns a time of this device, '12:03', with its day unless that is today: 'Nov 21, 12:03'. */
export function shortTime(at: Date, now = new Date()): string {
  return at.toDateString() === now.toDateString() ? clock.format(at) : dayTime(at);
}

/** Returns a day and time of this device: 'Nov 21, 12:03'. */
export const dayTime = (at: Date): string => `${day.format(at)}, ${clock.format(at)}`;
