// A change of what readers had seen, in the list of all: what it was, of which item, why, what it said before, both versions and the proof.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ChangeList } from '@/components/corrections/change-list';
import { WithheldReason } from '@/components/corrections/withheld-reason';
import { Proof } from '@/components/proof/proof';
import { formatDate } from '@/lib/format';
import { momentOf } from '@/lib/moment';
import type { CorrectionSummary } from '../api/corrections';

const nouns: Record<string, string> = { review: 'Review', article: 'Tech article', page: 'Page' };

export function CorrectionEntry({ correction }: { correction: CorrectionSummary }) {
  const { kind, label, at, title, url, note, changes, position, withheld, versionUrl, previousUrl } = correction;
  const of = <span className="sr-only">, of {`${title}, ${momentOf(at)}`}</span>;
  return (
    <li className="grid gap-x-12 gap-y-2 border-t border-rule py-8 break-inside-avoid lg:grid-cols-12">
      <p className="flex flex-wrap gap-x-2 text-small text-muted lg:col-span-3 lg:block lg:pt-1">
        <span className="font-semibold text-primary lg:block">{label}</span>
        <time dateTime={at}>{formatDate(at)}</time>
        <span className="lg:block">{nouns[kind] ?? kind}</span>
      </p>
      <div className="max-w-measure min-w-0 lg:col-span-9">
        <h3 className="text-h5">
          <Link to={url} className="decoration-1 underline-offset-4 hover:underline">
            {title}
          </Link>
        </h3>
        {withheld ? <WithheldReason {...withheld} /> : null}
        {note ? (
          <p dir="auto" className="mt-2 whitespace-pre-line">
            {note}
          </p>
        ) : null}
        <ChangeList changes={changes} />
        <div data-noprint className="mt-3 flex flex-wrap items-start gap-x-6">
          <VersionLink to={previousUrl}>Version before{of}</VersionLink>
          <VersionLink to={versionUrl}>Version after{of}</VersionLink>
          <Proof position={position} />
        </div>
      </div>
    </li>
  );
}

/** A link to a version, unless readers can't see it. */
function VersionLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return null;
  return (
    <Link to={to} className="inline-flex min-h-9 items-center text-small font-semibold text-accent underline-offset-4 hover:underline">
      <span>{children}</span>
    </Link>
  );
}

export function CorrectionSkeletons() {
  return (
    <div role="status" aria-label="Loading corrections...">
      {Array.from({ length: 4 }, (_, i) => (
        <div key={i} className="grid gap-x-12 gap-y-3 border-t border-rule py-8 lg:grid-cols-12">
          <div className="h-5 w-32 skeleton lg:col-span-3" />
          <div className="grid max-w-measure gap-3 lg:col-span-9">
            <div className="h-7 w-2/3 skeleton" />
            <div className="h-16 skeleton" />
          </div>
        </div>
      ))}
    </div>
  );
}
