import { describe, expect, it } from 'vitest';
import type { Mark } from '@/lib/api-types';
import { makeMark } from '@/testing/makers';
import { groupMarks } from './mark-groups';
import { day } from './moments';
import { timelineOf, type Timeline } from './timeline';
import { afterStop, groupName } from './words';

const start = Date.parse('2026-08-13T12:00:00Z');

/** A timeline of a hundred days with marks on the given ones. */
function timeline(days: readonly number[], of: (i: number) => Partial<Mark> = () => ({})): Timeline {
  const marks = days.map((n, i) => makeMark({ id: i, title: `T${i}`, recordedAt: new Date(start + n * day - 1).toISOString(), ...of(i) }));
  return timelineOf(marks, start + 100 * day) as Timeline;
}

const all = () => true;
const places = (groups: ReturnType<typeof groupMarks>) => groups.map((g) => [Math.round(1000 * g.place) / 1000, g.marks.length]);

describe('marks that are drawn', () => {
  it('stay single where there is room', () => {
    expect(places(groupMarks(timeline([0, 10, 13, 100]), all, 0.02))).toEqual([
      [0, 1],
      [0.1, 1],
      [0.13, 1],
      [1, 1],
    ]);
  });

  it('are one where they are too close, at the newest of them', () => {
    const groups = groupMarks(timeline([0, 10, 11, 11.5, 40]), all, 0.02);
    expect(places(groups)).toEqual([
      [0, 1],
      [0.115, 3],
      [0.4, 1],
    ]);
    expect(groups[1]).toMatchObject({ first: start + 10 * day, last: start + 11.5 * day });
    expect(groups[1]?.marks.map((mark) => mark.title)).toEqual(['T1', 'T2', 'T3']);
  });

  it('do not become one long group in a dense row, and are bounded', () => {
    const groups = groupMarks(timeline(Array.from({ length: 1000 }, (_, i) => i / 10)), all, 0.02);
    expect(groups.length).toBe(50);
    expect(groups.flatMap((g) => g.marks).length).toBe(1000);
    groups.slice(1).forEach((g, i) => expect(g.place - (groups[i]?.place ?? 0)).toBeGreaterThanOrEqual(0.02));
  });

  it('are only the chosen ones', () => {
    const mixed = timeline([0, 50, 50, 100], (i) => (i % 2 ? { type: 'correction' } : {}));
    expect(places(groupMarks(mixed, (mark) => mark.type === 'published', 0.02))).toEqual([
      [0, 1],
      [0.5, 1],
    ]);
    expect(places(groupMarks(mixed, (mark) => mark.type !== 'published', 0.02))).toEqual([
      [0.5, 1],
      [1, 1],
    ]);
  });

  it('are at the start of a timeline without length', () => {
    const now = timelineOf([makeMark({ recordedAt: '2026-11-21T12:00:00Z' })], 0) as Timeline;
    expect(places(groupMarks(now, all, 0.02))).toEqual([[0, 1]]);
  });
});

describe('words', () => {
  const mixed = timeline([0, 1, 2, 2], (i) => (i === 1 ? { type: 'correction' } : i === 3 ? { type: 'update' } : {}));

  it('name a group', () => {
    expect(groupMarks(mixed, all, 0.001).map(groupName)).toEqual([
      'Published: T0, August 13, 2026',
      'Corrected: T1, August 14, 2026',
      '1 publication and 1 update, August 15, 2026',
    ]);
    expect(groupMarks(mixed, all, 0.5).map(groupName)).toEqual([
      '2 publications, 1 correction, 1 update, August 13, 2026 – August 15, 2026',
    ]);
  });

  it('say what came last', () => {
    expect(mixed.stops.map(afterStop)).toEqual([
      'After “T0” was published',
      'After “T1” was corrected',
      'After 1 publication and 1 update',
    ]);
    expect(afterStop(undefined)).toBe('Before the first of these changes');
    expect(afterStop({ moment: 0, marks: [makeMark({ title: '', kind: 'page', type: 'update' })] })).toBe(
      'After “Untitled page” was updated',
    );
    expect(afterStop({ moment: 0, marks: [makeMark({ title: 'word '.repeat(30) })] })).toMatch(/^After “[a-z ]{50,59}…” was published$/);
  });
});
