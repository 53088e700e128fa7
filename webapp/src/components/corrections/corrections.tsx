// The corrections and updates at the end of a review or an article: when, why, and the text before.
import { Link } from 'react-router-dom';
import type { Correction } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { Changes } from './changes';

export function Corrections({ corrections = [] }: { corrections?: readonly Correction[] | undefined }) {
  if (corrections.length === 0) return null;
  return (
    <section id="corrections" aria-labelledby="corrections-title" className="max-w-measure border-t border-rule-strong pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="corrections-title" className="text-h4">
          Corrections
        </h2>
        <Link to="/corrections" data-noprint className="inline-flex min-h-9 items-center text-small text-secondary underline-offset-4 hover:text-primary hover:underline">
          All corrections
        </Link>
      </div>
      <ol className="mt-2 grid">
        {corrections.map(({ revision, at, type, note, changes }) => (
          <li key={revision} id={`${type}-${revision}`} className="border-t border-rule py-5 first:border-t-0">
            <p className="text-small text-muted">
              {type === 'update' ? 'Updated' : 'Corrected'} <time dateTime={at}>{formatDate(at)}</time>
            </p>
            {note ? <p className="mt-1 whitespace-pre-line">{note}</p> : null}
            <Changes changes={changes} />
          </li>
        ))}
      </ol>
    </section>
  );
}
