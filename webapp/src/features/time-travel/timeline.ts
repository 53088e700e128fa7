// The time that the slider covers: from the first mark until now, with a stop after each mark.
import type { Mark } from '@/lib/api-types';
import { hour, minute, second } from './moments';

/** The first moment, in whole seconds, at which the site was as the marks made it. */
export interface Stop {
  moment: number;
  marks: readonly Mark[];
}

export interface Timeline {
  start: number;
  end: number;
  /** In order of their moments, which all differ. The first is at the start. */
  stops: readonly [Stop, ...Stop[]];
}

/** Returns the timeline of marks in any order; null without marks. */
export function timelineOf(marks: readonly Mark[], now: number): Timeline | null {
  const byMoment = new Map<number, Mark[]>();
  for (const mark of marks) {
    // The log's times are finer than those that scripts can tell apart. A view of the past holds what was recorded up to its moment.
    const moment = (Math.floor(Date.parse(mark.recordedAt) / second) + 1) * second;
    byMoment.set(moment, [...(byMoment.get(moment) ?? []), mark]);
  }
  const [first, ...rest] = [...byMoment].map(([moment, those]) => ({ moment, marks: those })).sort((a, b) => a.moment - b.moment);
  if (!first) return null;
  const last = rest.at(-1) ?? first;
  return { start: first.moment, end: Math.max(last.moment, Math.floor(now / second) * second), stops: [first, ...rest] };
}

/** The middle of the site's story: after the middle one of all marks. */
export function middleOf({ stops: [first, ...rest] }: Timeline): number {
  const moments = [first, ...rest].flatMap(({ moment, marks }) => marks.map(() => moment));
  return moments[Math.floor((moments.length - 1) / 2)] ?? first.moment;
}

/** The last stop up to a moment; undefined before the first. */
export const stopAt = ({ stops }: Timeline, moment: number): Stop | undefined => stops.findLast((stop) => stop.moment <= moment);

/** The next stop's moment; after the last one, the end. */
export const momentAfter = ({ stops, end }: Timeline, moment: number): number => stops.find((stop) => stop.moment > moment)?.moment ?? end;

/** The moment of the stop before; the moment itself if there is none. */
export const momentBefore = ({ stops }: Timeline, moment: number): number =>
  stops.findLast((stop) => stop.moment < moment)?.moment ?? moment;

/** Arrow keys move by the first of these that crosses the timeline in no more than `presses`, or by the last. */
const steps = [second, 10 * second, minute, 5 * minute, 15 * minute, hour];
const presses = 200;

export const stepOf = ({ start, end }: Timeline): number => steps.find((step) => (end - start) / step <= presses) ?? hour;
