import { describe, expect, it } from 'vitest';
import { makeMark } from '@/testing/makers';
import { day, fromField, hour, minute, momentName, second, toField } from './moments';
import { middleOf, momentAfter, momentBefore, stepOf, stopAt, timelineOf, type Timeline } from './timeline';

const now = Date.parse('2026-11-21T12:00:00.900Z');
const at = (iso: string) => Date.parse(iso);
/** A timeline of marks that were recorded within the second before these times. */
const marked = (...times: string[]) =>
  timelineOf(
    times.map((time, id) => makeMark({ id, recordedAt: new Date(at(time) - 1).toISOString() })),
    now,
  ) as Timeline;

describe('a timeline', () => {
  it('is null without marks', () => {
    expect(timelineOf([], now)).toBeNull();
  });

  it('goes from just after the first recorded mark until now', () => {
    // The item that was imported last is the oldest by its own date.
    const { start, end, stops } = timelineOf(
      [makeMark({ at: '2020-01-01T00:00:00Z', recordedAt: '2026-11-03T00:00:00Z' }), makeMark({ at: '2026-11-01T10:00:00.0000001Z' })],
      now,
    ) as Timeline;
    expect([start, end].map(toField)).toEqual(['2026-11-01T10:00:01', '2026-11-21T12:00']);
    expect(stops.map((stop) => toField(stop.moment))).toEqual(['2026-11-01T10:00:01', '2026-11-03T00:00:01']);
  });

  it('has one stop for marks of one second', () => {
    const { stops } = marked('2026-11-01T10:00:00.1Z', '2026-11-01T10:00:00.9Z', '2026-11-01T10:00:01.1Z');
    expect(stops.map((stop) => stop.marks.length)).toEqual([2, 1]);
  });

  it('reaches a mark that was made just now, or by a clock ahead of this one', () => {
    const { start, end } = marked('2026-11-21T12:00:30Z');
    expect([start, end]).toEqual([at('2026-11-21T12:00:30Z'), at('2026-11-21T12:00:30Z')]);
  });

  it('has its middle after the middle mark', () => {
    expect(middleOf(marked('2026-11-01T00:00:00Z'))).toBe(at('2026-11-01T00:00:00Z'));
    expect(middleOf(marked('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-20T00:00:00Z'))).toBe(at('2026-11-02T00:00:00Z'));
    expect(middleOf(marked('2026-11-01T00:00:00Z', '2026-11-09T00:00:00Z', '2026-11-09T00:00:00Z', '2026-11-20T00:00:00Z'))).toBe(
      at('2026-11-09T00:00:00Z'),
    );
  });

  it('leads from stop to stop, and at last to now', () => {
    const timeline = marked('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
    const { start, end } = timeline;
    expect([start - day, start, start + hour, start + day, end].map((m) => momentAfter(timeline, m))).toEqual([
      start,
      start + day,
      start + day,
      end,
      end,
    ]);
    expect([start - day, start, start + hour, start + day, end].map((m) => momentBefore(timeline, m))).toEqual([
      start - day,
      start,
      start,
      start,
      start + day,
    ]);
    expect([start - second, start, start + hour, end].map((m) => stopAt(timeline, m)?.moment)).toEqual([
      undefined,
      start,
      start,
      start + day,
    ]);
  });

  it.each([
    [3 * minute, second],
    [30 * minute, 10 * second],
    [3 * hour, minute],
    [day / 2, 5 * minute],
    [2 * day, 15 * minute],
    [400 * day, hour],
    [0, second],
  ])('over %i ms has arrow keys that move by %i', (span, step) => {
    expect(stepOf({ start: 0, end: span, stops: [{ moment: 0, marks: [] }] })).toBe(step);
  });
});

describe('a moment', () => {
  it('is the same in the field', () => {
    for (const text of ['2026-10-01T00:00', '2026-10-01T00:00:07']) expect(toField(fromField(text) ?? 0)).toBe(text);
    expect(fromField('')).toBeNull();
  });

  it('has a name', () => {
    expect([momentName(at('2026-11-03T14:05:59Z')), momentName(at('2026-11-03T14:05:59Z'), true)]).toEqual([
      'November 3, 2026, 14:05 UTC',
      'November 3, 2026, 14:05:59 UTC',
    ]);
  });
});
