// Marks by the bars of the chart that they stand on.
import { markNames, titleOf } from '@/lib/marks';
import type { Mark, Series } from '@/lib/api-types';

/** The marks of each bucket that has some, by its start. Marks before the first bucket belong to none. */
export function marksByBucket(series: Series, marks: readonly Mark[]): Map<string, Mark[]> {
  const starts = series.buckets.map((p) => Date.parse(p.start));
  const all = new Map<string, Mark[]>();
  for (const mark of marks) {
    const start = series.buckets[starts.findLastIndex((at) => at <= Date.parse(mark.at))]?.start;
    if (start !== undefined) all.set(start, [...(all.get(start) ?? []), mark]);
  }
  return all;
}

/** 'Published: The lamp'. */
export const markInWords = (mark: Mark): string => `${markNames[mark.type]}: ${titleOf(mark)}`;

/** The types among marks, each once, publications first. */
export const typesOf = (marks: readonly Mark[]): Mark['type'][] =>
  (['published', 'correction', 'update'] as const).filter((type) => marks.some((mark) => mark.type === type));
