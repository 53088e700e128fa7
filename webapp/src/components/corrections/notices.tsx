// The latest correction and the latest update of a review or an article, below its headline: 'Updated on November 23: 4.6 → 4.0'.
// Each leads to its entry in the record at the page's end.
import { Link } from 'react-router-dom';
import type { Correction } from '@/lib/api-types';
import { formatDateBeside } from '@/lib/format';
import { summaryOf } from './words';

interface Props {
  corrections?: readonly Correction[] | undefined;
  /** When the item was last changed, which the page says beside. */
  updatedAt: string;
}

export function Notices({ corrections = [], updatedAt }: Props) {
  const latest = corrections.filter(({ type }, i) => corrections.findIndex((c) => c.type === type) === i);
  if (latest.length === 0) return null;
  return (
    <ul aria-label="Corrections and updates" className="mt-4 grid w-fit gap-1 border-l-2 border-accent pl-3 text-small">
      {latest.map(({ revision, type, at, changes }) => (
        <li key={revision}>
          <Link
            to={{ hash: `${type}-${revision}` }}
            className="inline-block py-0.5 text-secondary tabular-nums underline decoration-rule-strong underline-offset-4 hover:text-primary hover:decoration-current"
          >
            <span className="font-semibold text-primary">{type === 'update' ? 'Updated' : 'Corrected'}</span> on{' '}
            <time dateTime={at}>{formatDateBeside(at, updatedAt)}</time>
            {changes.length > 0 ? `: ${summaryOf(changes)}` : ''}
          </Link>
        </li>
      ))}
    </ul>
  );
}
