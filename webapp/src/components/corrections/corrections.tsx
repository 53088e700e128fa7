// The corrections and updates at the end of a review or an article: when, why, and what it said before.
import { Rss } from 'lucide-react';
import { useEffect } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { Correction } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { ChangeList } from './change-list';
import { titleOf } from './words';

const link = 'inline-flex min-h-9 items-center gap-1.5 text-small text-secondary underline-offset-4 hover:text-primary hover:underline';

/** Scrolls to the entry that a link within the app led to: the item may have come later than its address. */
function useEntry(): void {
  const { hash } = useLocation();
  const how = useNavigationType();
  useEffect(() => {
    if (how !== NavigationType.Pop && /^#(correction|update)-\d+$/.test(hash)) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, how]);
}

export function Corrections({ corrections = [] }: { corrections?: readonly Correction[] | undefined }) {
  useEntry();
  if (corrections.length === 0) return null;
  return (
    <section id="corrections" aria-labelledby="corrections-title" className="max-w-measure border-t border-rule-strong pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="corrections-title" className="text-h4">
          {titleOf(corrections)}
        </h2>
        <p data-noprint className="flex flex-wrap gap-x-5">
          <Link to="/corrections" className={link}>
            All corrections
          </Link>
          <a href="/corrections.xml" className={link}>
            <Rss aria-hidden strokeWidth={1.75} className="size-4" />
            Feed
          </a>
        </p>
      </div>
      <ol className="mt-2 grid">
        {corrections.map(({ revision, at, type, note, changes }) => (
          <li key={revision} id={`${type}-${revision}`} className="border-t border-rule py-5 first:border-t-0">
            <p className="text-small text-muted">
              <span className="font-semibold text-secondary">{type === 'update' ? 'Updated' : 'Corrected'}</span>{' '}
              <time dateTime={at}>{formatDate(at)}</time>
            </p>
            {note ? (
              <p dir="auto" className="mt-1 whitespace-pre-line">
                {note}
              </p>
            ) : null}
            <ChangeList changes={changes} />
          </li>
        ))}
      </ol>
    </section>
  );
}
