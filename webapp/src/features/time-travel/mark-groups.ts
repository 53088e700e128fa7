// Marks as they are drawn: those too close to each other to be told apart are one.
import type { Mark } from '@/lib/api-types';
import type { Timeline } from './timeline';

export interface MarkGroup {
  /** Oldest first. */
  marks: readonly Mark[];
  /** Of its oldest and its newest mark. It is drawn at the newest, where a click on it leads. */
  first: number;
  last: number;
  /** From 0, the timeline's start, to 1, its end. */
  place: number;
}

/** Returns the groups of the chosen marks, oldest first. Their places are at least `gap` apart. */
export function groupMarks({ start, end, stops }: Timeline, chosen: (mark: Mark) => boolean, gap: number): MarkGroup[] {
  const groups: (MarkGroup & { marks: Mark[] })[] = [];
  for (const stop of stops.toReversed()) {
    const marks = stop.marks.filter(chosen);
    if (marks.length === 0) continue;
    const place = end > start ? (stop.moment - start) / (end - start) : 0;
    const group = groups.at(-1);
    if (group && group.place - place < gap) {
      group.marks.unshift(...marks);
      group.first = stop.moment;
    } else {
      groups.push({ marks, first: stop.moment, last: stop.moment, place });
    }
  }
  return groups.reverse();
}
