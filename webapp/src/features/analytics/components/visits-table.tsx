// The chart's data as a table, newest first; below each day, what was published and corrected on it. It scrolls in the chart's place.
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { MarkSign } from '@/components/content/mark-sign';
import { formatCount } from '@/lib/intl';
import { editAddress, markNames, titleOf } from '@/lib/marks';
import { bucketName } from '../names';
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
            <Fragment key={p.start}>
              <tr className={clsx('border-rule', !marks.has(p.start) && 'border-b last:border-b-0')}>
                <th scope="row" className="h-8 pr-3 text-left font-normal">
                  <time dateTime={p.start}>{bucketName(p.start, bucket)}</time>
                </th>
                <td className="px-3 text-right">{formatCount(p.views)}</td>
                <td className="pl-3 text-right">{formatCount(p.visitors)}</td>
              </tr>
              <Marks marks={marks.get(p.start)} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Marks({ marks }: { marks: readonly Mark[] | undefined }) {
  if (!marks) return null;
  return (
    <tr className="border-b border-rule last:border-b-0">
      <td colSpan={3} className="pb-2">
        <ul>
          {marks.map((mark) => (
            <li
              key={`${mark.type} ${mark.kind} ${mark.id} ${mark.at}`}
              className="flex min-h-6 min-w-0 items-baseline gap-2 pointer-coarse:min-h-9"
            >
              <MarkSign type={mark.type} />
              <span className="shrink-0 text-muted">{markNames[mark.type]}:</span>
              <Link
                to={editAddress(mark)}
                title={titleOf(mark)}
                className="line-clamp-2 min-w-0 leading-6 [overflow-wrap:anywhere] underline decoration-rule-strong underline-offset-3 hover:decoration-current"
              >
                {titleOf(mark)}
              </Link>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
