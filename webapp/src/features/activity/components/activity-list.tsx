import { clsx } from 'clsx';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { TimeAgo } from '@/components/ui/time-ago';
import { itemLink } from '../item-link';
import type { Activity } from '@/lib/api-types';
import { ActivityIcon } from './activity-icon';

interface Props {
  activities: Activity[];
  /** Newer ones than this came while the list was open. */
  known: number;
  ref: Ref<HTMLOListElement>;
}

export function ActivityList({ activities, known, ref }: Props) {
  return (
    <ol ref={ref} aria-label="Admin actions, newest first" className="divide-y divide-rule border-y border-rule text-small">
      {activities.map((a) => (
        <li
          key={a.id}
          className={clsx(
            'grid grid-cols-[2rem_1fr] gap-x-2 py-2.5 transition-colors duration-[2500ms] md:grid-cols-[2rem_1fr_auto_8rem] md:gap-x-6',
            a.id > known && 'starting:bg-accent/25',
          )}
        >
          <span className="pt-1 pl-1 text-muted">
            <ActivityIcon action={a.action} />
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{withNameApart(a.details)}</p>
            <p className="text-caption text-muted">
              <code>{a.action}</code> · {a.user}
            </p>
          </div>
          <p className="max-md:col-start-2 md:self-center">
            <Whereabouts activity={a} />
          </p>
          <p className="text-muted tabular-nums max-md:col-start-2 md:self-center md:text-right">
            <TimeAgo iso={a.timestamp} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Whereabouts({ activity: { item, details } }: { activity: Activity }) {
  if (!item) return null;
  const link = itemLink(item);
  if (link) {
    return (
      <Link to={link.to} aria-label={`${link.label}: ${details}`} className="inline-block py-0.5 text-link">
        {link.label}
      </Link>
    );
  }
  return item.state === 'deleted' ? <span className="text-muted">No longer exists</span> : null;
}

/** Keeps the name that is quoted in a sentence in its own direction. */
function withNameApart(details: string) {
  const [start, end] = [details.indexOf('"') + 1, details.lastIndexOf('"')];
  if (start === 0 || start > end) return details;
  return (
    <>
      {details.slice(0, start)}
      <bdi>{details.slice(start, end)}</bdi>
      {details.slice(end)}
    </>
  );
}
