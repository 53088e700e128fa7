// A version in the history: when it came, what it was, why, what it changed, and its proof.
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { ChangeList } from '@/components/corrections/change-list';
import { Proof } from '@/components/proof/proof';
import type { Version } from '@/lib/api-types';
import { formatDate, formatScore } from '@/lib/format';
import { momentOf, timeOfDay } from '@/lib/moment';
import { withoutChanges } from '../words';
import { WithheldReason } from '@/components/corrections/withheld-reason';

interface Props {
  version: Version;
  /** Readers could see none before it. */
  isFirst: boolean;
  /** The address of the history. */
  path: string;
}

export function VersionEntry({ version, isFirst, path }: Props) {
  const { revision, at, label, note, rating, changes, isCurrent, position, withheld } = version;
  const nothing = withoutChanges(version, isFirst);
  return (
    <li id={`version-${revision}`} className="grid gap-x-12 gap-y-3 border-t border-rule py-8 lg:grid-cols-12">
      <p className="flex flex-wrap items-baseline gap-x-3 text-small text-muted lg:col-span-3 lg:block lg:pt-1">
        <time dateTime={at} className="font-semibold text-primary lg:block">
          {formatDate(at)}
        </time>
        <span className="tabular-nums lg:block">{timeOfDay(at)}</span>
        {isCurrent ? <span className="font-semibold text-accent lg:mt-1 lg:block">Current version</span> : null}
      </p>
      <div className="max-w-3xl min-w-0 lg:col-span-9">
        <div className="flex items-baseline justify-between gap-6">
          <h2 className={clsx('text-h5', withheld && 'text-secondary')}>{withheld ? 'Withheld' : label}</h2>
          {rating === null ? null : (
            <p
              aria-label={`Rated ${formatScore(rating)} out of 5`}
              role="img"
              className="shrink-0 font-serif text-h5 lining-nums tabular-nums"
            >
              {formatScore(rating)}
              <span className="text-caption text-muted">/5</span>
            </p>
          )}
        </div>
        {withheld ? <WithheldReason {...withheld} /> : null}
        {note ? (
          <p dir="auto" className="mt-2 max-w-measure whitespace-pre-line">
            {note}
          </p>
        ) : null}
        {nothing && changes.length === 0 ? <p className="mt-2 text-secondary">{nothing}</p> : null}
        <ChangeList changes={changes} />
        <div className="mt-4 grid gap-x-6 gap-y-1 sm:flex sm:flex-wrap sm:items-start">
          {withheld ? null : (
            <Link
              data-noprint
              to={`${path}/${revision}`}
              className="inline-flex min-h-9 w-fit items-center text-small font-semibold text-accent underline-offset-4 hover:underline"
            >
              <span>
                Read this version <span className="sr-only">of {momentOf(at)}</span>
              </span>
            </Link>
          )}
          <Proof position={position} />
        </div>
      </div>
    </li>
  );
}
