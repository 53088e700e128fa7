// Which time the tab shows, and how: in the address's query, so that a reload and the back button show the same.
import { useListParams } from '@/hooks/use-list-params';
import type { Bucket, Range } from './types';

export const ranges: readonly { value: Range; label: string }[] = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'all', label: 'All' },
];

export const buckets: readonly { value: Bucket; label: string }[] = [
  { value: 'hour', label: 'By hour' },
  { value: 'day', label: 'By day' },
];

const usual: Range = '7d';
const both: readonly Range[] = ['7d', '30d'];

export function useRange() {
  const { value, change } = useListParams();
  const range = ranges.find((r) => r.value === value('range'))?.value ?? usual;
  const choice = both.includes(range);
  const bucket: Bucket = range === '24h' || (choice && value('by') === 'hour') ? 'hour' : 'day';

  return {
    range,
    bucket,
    /** Whether hours and days are both possible. */
    choice,
    asTable: value('view') === 'table',
    setRange: (to: Range) => change({ range: to === usual ? undefined : to, by: both.includes(to) ? value('by') : undefined }),
    setBucket: (to: Bucket) => change({ by: to === 'hour' ? to : undefined }),
    setAsTable: (to: boolean) => change({ view: to ? 'table' : undefined }, { replace: true }),
  };
}
