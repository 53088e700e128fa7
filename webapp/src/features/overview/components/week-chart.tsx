// The week's views, a bar a day, with a mark below each day on which something was published or corrected.
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { MarkSign } from '@/components/content/mark-sign';
import type { Mark, Week } from '@/lib/api-types';
import { counted } from '@/lib/intl';
import { zoneName } from '@/lib/time-zone';
import { chartInWords, dayOf, viewsIn, weekdayName } from '../words';

/** The share of its day's width that a bar takes. */
const barWidth = 0.7;

export function WeekChart({ week }: { week: Week }) {
  const { days, marks } = week;
  const most = Math.max(1, ...days.map((day) => day.views));
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <span className="text-muted">Visits this week{zoneName() === 'UTC' ? '' : ' (UTC)'}</span>
        <Link
          to="/admin/analytics"
          className="font-semibold tabular-nums underline decoration-rule-strong underline-offset-3 hover:decoration-current"
        >
          {days.length > 0 ? counted(viewsIn(week), 'view') : 'Analytics'}
        </Link>
      </p>
      {days.length > 0 ? (
        <div role="img" aria-label={chartInWords(week)} className="mt-2">
          <svg
            aria-hidden
            viewBox={`0 0 ${days.length} 1`}
            preserveAspectRatio="none"
            className="h-11 w-full overflow-visible border-b border-control"
          >
            {days.map((day, i) => (
              <rect
                key={day.start}
                x={i + (1 - barWidth) / 2}
                width={barWidth}
                y={1 - day.views / most}
                height={day.views / most}
                className={i === days.length - 1 ? 'fill-accent' : 'fill-control'}
              />
            ))}
          </svg>
          <ol aria-hidden className="grid grid-flow-col auto-cols-fr text-center text-caption text-muted">
            {days.map((day) => (
              <li key={day.start} className="grid justify-items-center">
                <span className="flex h-3 items-center gap-0.5">
                  {typesOn(day.start, marks).map((type) => (
                    <MarkSign key={type} type={type} />
                  ))}
                </span>
                <span className={clsx(day === days.at(-1) && 'font-semibold text-primary')}>{weekdayName(day.start)}</span>
              </li>
            ))}
          </ol>
        </div>
      ) : (
        <p className="mt-2 text-small text-secondary">The visits are being counted. Please check back in a few minutes.</p>
      )}
    </div>
  );
}

/** Which types of marks a day has, each once. */
function typesOn(day: string, marks: readonly Mark[]): Mark['type'][] {
  return [...new Set(marks.filter((mark) => dayOf(mark.at) === dayOf(day)).map((mark) => mark.type))];
}
