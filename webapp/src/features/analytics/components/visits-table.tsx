// The chart's data as a table, newest first, with what was published and corrected. It scrolls in the chart's place.
import { Link } from 'react-router-dom';
import { MarkSign } from '@/components/content/mark-sign';
import { editAddress, markNames, titleOf } from '@/lib/marks';
import { bucketName, count } from '../names';
import type { Mark, Series } from '@/lib/api-types';

const words = { hour: 'Hour', day: 'Day', week: 'Week' };

export function VisitsTable({ series: { bucket, buckets }, marks }: { series: Series; marks: ReadonlyMap<string, readonly Mark[]> }) {
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
              <th scope="row" className="py-1.5 pr-3 text-left align-top font-normal">
                <time dateTime={p.start}>{bucketName(p.start, bucket)}</time>
                <Marks marks={marks.get(p.start)} />
              </th>
              <td className="px-3 py-1.5 text-right align-top">{count(p.views)}</td>
              <td className="py-1.5 pl-3 text-right align-top">{count(p.visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Marks({ marks }: { marks: readonly Mark[] | undefined }) {
  if (!marks) return null;
  return (
    <ul>
      {marks.map((mark) => (
        <li key={`${mark.type} ${mark.kind} ${mark.id} ${mark.at}`} className="flex min-h-6 min-w-0 items-center gap-2 pointer-coarse:min-h-9">
          <MarkSign type={mark.type} />
          <span className="shrink-0 text-muted">{markNames[mark.type]}:</span>
          <Link to={editAddress(mark)} className="min-w-0 leading-6 underline decoration-rule-strong underline-offset-3 hover:decoration-current">
            {titleOf(mark)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
