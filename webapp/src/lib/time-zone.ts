// The site's time zone. A time in it is a Date whose UTC parts are what a clock there shows.
import { siteFormat } from './site-format';

const minute = 60_000;
const zoneStart = Date.UTC(2000, 0, 1);

/** Returns the minutes by which the site's clocks are ahead of UTC at a time. */
function offsetAt(time: number): number {
  const { zone } = siteFormat().format;
  let since = zoneStart;
  let offset = zone[0] === 0 ? (zone[1] ?? 0) : 0; // before the zone's beginning, too
  for (let i = 0; i < zone.length; i += 2) {
    since += (zone[i] ?? 0) * minute;
    if (since > time) break;
    offset = zone[i + 1] ?? 0;
  }
  return offset;
}

/** Returns a time as the site's clocks show it, in the UTC parts of the result. */
export const inZone = (at: Date): Date => new Date(at.getTime() + offsetAt(at.getTime()) * minute);

/**
 * Returns the time at which the site's clocks show the UTC parts of a date. Of the two in autumn it is the first; a time that is skipped in
 * spring is as much later as the clocks are put forward.
 */
export function fromZone(wall: Date): Date {
  const time = wall.getTime();
  const [before, after] = [offsetAt(time - 1440 * minute), offsetAt(time + 1440 * minute)];
  const first = time - before * minute;
  return new Date(offsetAt(first) === before || offsetAt(time - after * minute) !== after ? first : time - after * minute);
}

/** The name of the site's zone, 'Europe/Paris'. */
export const zoneName = (): string => siteFormat().timeZone;
