// A version of a review or an article: what it changed, above the item as it read then.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ChangeList } from '@/components/corrections/change-list';
import { Proof } from '@/components/proof/proof';
import type { Version as Listed } from '@/lib/api-types';
import { momentOf } from '@/lib/moment';
import { WithheldReason } from '@/components/corrections/withheld-reason';

interface Props {
  version: Listed;
  /** What the item is: 'review'. */
  noun: string;
  /** The addresses of the item, and of its history. */
  item: string;
  history: string;
  /** The item as it read then; null where it is withheld. */
  children: ReactNode;
}

export function Version({ version, noun, item, history, children }: Props) {
  const { at, label, note, changes, isCurrent, position, withheld } = version;
  const link = 'inline-flex min-h-9 items-center font-semibold text-accent underline-offset-4 hover:underline';
  return (
    <>
      <section aria-label="About this version" className="mb-10 border-y-2 border-primary py-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <p className="font-serif text-h5 font-medium">
            {isCurrent ? 'The current version' : 'An earlier version'}, <time dateTime={at}>{momentOf(at)}</time>
          </p>
          <p data-noprint className="flex flex-wrap gap-x-6 text-small">
            <Link to={history} className={link}>
              All versions
            </Link>
            {isCurrent ? null : (
              <Link to={item} className={link}>
                Read the {noun} today
              </Link>
            )}
          </p>
        </div>
        {withheld ? (
          <WithheldReason {...withheld} />
        ) : (
          <>
            <p className="mt-1 max-w-measure text-secondary">
              <span className="font-semibold text-primary">{label}</span>
              {note ? <span className="whitespace-pre-line">. {note}</span> : null}
            </p>
            {changes.length > 0 ? (
              <details open={!isLong(changes)} className="mt-3">
                <summary className="w-fit text-small font-semibold">What changed</summary>
                <ChangeList changes={changes} />
              </details>
            ) : null}
          </>
        )}
        <div className="mt-3">
          <Proof position={position} />
        </div>
      </section>
      {children}
    </>
  );
}

/**
 * How long changes are, as HTML without what is behind "Show all", that are shown without being asked for: the version itself shouldn't be
 * far away.
 */
const mostShown = 6000;

function isLong(changes: Listed['changes']): boolean {
  return changes.reduce((n, { html }) => n + html.slice(html.indexOf('</details>') + 1).length, 0) > mostShown;
}
