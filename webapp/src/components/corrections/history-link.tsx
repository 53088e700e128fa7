// The link to everything that has changed in a review or an article, beside its dates.
import { Link } from 'react-router-dom';
import { formatCount } from '@/lib/intl';

interface Props {
  /** The address of the item's history; undefined: readers have none. */
  to: string | undefined;
  /** How often it has changed since it was first published. */
  count: number | undefined;
}

export function HistoryLink({ to, count }: Props) {
  if (to === undefined || !count) return null;
  return (
    <Link to={to} data-noprint className="underline decoration-rule-strong underline-offset-4 hover:text-primary hover:decoration-current">
      See all changes ({formatCount(count)})
    </Link>
  );
}
