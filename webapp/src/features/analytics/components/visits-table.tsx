// The chart's data as a table, newest first. It scrolls in the chart's place.
import { bucketName, count } from '../names';
import type { Series } from '@/lib/api-types';

const words = { hour: 'Hour', day: 'Day', week: 'Week' };

export function VisitsTable({ series: { bucket, buckets } }: { series: Series }) {
  return (
    <div role="region" tabIndex={0} aria-label={`Views and visitors by ${bucket}`} className="h-full overflow-y-auto border-b border-rule">
      <table className="w-full text-small tabular-nums">
        <thead className="sticky top-0 bg-page text-left">
          <tr className="shadow-[inset_0_-1px_var(--border-default)]">
            <th scope="col" className="h-9 pr-3 font-semibold text-muted">
              {words[bucket]} (UTC)
            </th>
            <th scope="col" className="h-9 w-24 px-3 text-right font-semibold text-muted">
              Views
            </th>
            <th scope="col" className="h-9 w-24 pl-3 text-right font-semibold text-muted">
              Visitors
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((p) => (
            <tr key={p.start} className="border-b border-rule last:border-b-0">
              <th scope="row" className="h-8 pr-3 text-left font-normal">
                <time dateTime={p.start}>{bucketName(p.start, bucket)}</time>
              </th>
              <td className="px-3 text-right">{count(p.views)}</td>
              <td className="pl-3 text-right">{count(p.visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
