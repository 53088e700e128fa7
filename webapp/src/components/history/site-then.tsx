// The way from a revision to the whole site as it stood when the revision was made.
import { History } from 'lucide-react';
import type { ItemRevision } from '@/lib/api-types';

interface Props {
  /** 'review' or 'article'. */
  noun: string;
  id: number;
  /** The newest first, down to the selected one at least. */
  revisions: readonly ItemRevision[];
  selected: ItemRevision;
}

export function SiteThen({ noun, id, revisions, selected }: Props) {
  const then = revisions.slice(revisions.indexOf(selected)).flatMap((r) => r.changes);
  const last = (field: string) => then.find((c) => c.field === field)?.new;
  // An item that was not on the site has no page there.
  const seen = last('isPublished') === true && last('isDeleted') !== true;
  const page = seen ? `/${noun === 'review' ? 'reviews' : 'tech-articles'}/${id}` : '/';
  return (
    <p className="mb-4 text-small">
      <a href={`${page}?asOf=${selected.storedAt}`} target="_blank" rel="noopener" className="inline-flex items-center gap-1.5 font-semibold text-accent hover:underline">
        <History aria-hidden strokeWidth={1.75} className="size-4" />
        See the site at this moment
      </a>
    </p>
  );
}
