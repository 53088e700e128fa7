// What was published and corrected, newest first: the chart's marks in words, each a link to the item.
import { Link } from 'react-router-dom';
import { MarkSign } from '@/components/content/mark-sign';
import type { Mark } from '@/lib/api-types';
import { counted } from '@/lib/intl';
import { editAddress, markNames, titleOf } from '@/lib/marks';
import { weekdayName } from '../words';

/** How many are listed; the others are in the activity log. */
const listed = 3;

export function MarkList({ marks }: { marks: readonly Mark[] }) {
  const newest = marks.toReversed();
  return (
    <div className="min-w-0 text-small">
      <p className="text-muted">Published and corrected</p>
      {newest.length === 0 ? <p className="mt-2 text-secondary">Nothing this week</p> : null}
      <ul className="mt-1">
        {newest.slice(0, listed).map((mark) => (
          <li
            key={`${mark.type} ${mark.kind} ${mark.id} ${mark.at}`}
            className="flex min-h-6 min-w-0 items-center gap-2 pointer-coarse:min-h-9"
          >
            <MarkSign type={mark.type} />
            <span className="sr-only">{markNames[mark.type]}: </span>
            <Link
              to={editAddress(mark)}
              title={`${markNames[mark.type]}: ${titleOf(mark)}`}
              className="min-w-0 truncate leading-6 hover:underline"
            >
              {titleOf(mark)}
            </Link>
            <time dateTime={mark.at} className="ml-auto shrink-0 text-caption text-muted">
              {weekdayName(mark.at)}
            </time>
          </li>
        ))}
      </ul>
      {newest.length > listed ? (
        <Link
          to="/admin/activity"
          className="inline-flex min-h-6 items-center text-caption text-secondary underline decoration-rule-strong underline-offset-3 hover:decoration-current"
        >
          {counted(newest.length - listed, 'more change')}
        </Link>
      ) : null}
    </div>
  );
}
