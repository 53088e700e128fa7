// Which time the tab shows, and how: in the address's query, so that a reload and the back button show the same.
import { useListParams } from '@/hooks/use-list-params';
import { daysOf, wrongDates } from './days';
import type { Bucket, Dates, Range } from './types';

export const ranges: readonly { value: Range; label: string }[] = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'all', label: 'All' },
  { value: 'custom', label: 'Dates' },
];

export const buckets: readonly { value: Bucket; label: string }[] = [
  { value: 'hour', label: 'By hour' },
  { value: 'day', label: 'By day' },
];

const usual: Range = '7d';
const both: readonly Range[] = ['7d', '30d'];
/** The most days that can be shown by hour. */
const mostByHour = 31;

export function useRange() {
  const { value, change } = useListParams();
  const named = ranges.find((r) => r.value !== 'custom' && r.value === value('range'))?.value;
  const written = { from: value('from') ?? '', to: value('to') ?? '' };
  const dates = named || wrongDates(written) ? undefined : written;
  const range = dates ? 'custom' : (named ?? usual);
  const days = dates ? daysOf(dates) : 0;
  const choice = dates ? days > 1 && days <= mostByHour : both.includes(range);
  const bucket: Bucket = range === '24h' || days === 1 || (choice && value('by') === 'hour') ? 'hour' : 'day';

  return {
    range,
    bucket,
    /** The days of a range of its own. */
    dates,
    /** Whether hours and days are both possible. */
    choice,
    asTable: value('view') === 'table',
    setRange: (to: Range) =>
      change({ range: to === usual ? undefined : to, by: both.includes(to) ? value('by') : undefined, from: undefined, to: undefined }),
    setDates: ({ from, to }: Dates) => change({ from, to, range: undefined }),
    setBucket: (to: Bucket) => change({ by: to === 'hour' ? to : undefined }),
    setAsTable: (to: boolean) => change({ view: to ? 'table' : undefined }, { replace: true }),
  };
}
