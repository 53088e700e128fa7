// The link from a revision to the whole site as it was then.
import { History } from 'lucide-react';
import type { ContentType } from '@/components/content/content-type';
import type { ContentItem } from '@/lib/content-calls';
import type { ItemRevision } from '@/lib/api-types';

interface Props {
  type: Pick<ContentType<ContentItem, object>, 'addressOf'>;
  id: number;
  /** The newest first, down to the selected one at least. */
  revisions: readonly ItemRevision[];
  selected: ItemRevision;
}

export function SiteThen({ type, id, revisions, selected }: Props) {
  const changes = revisions.slice(revisions.indexOf(selected)).flatMap((r) => r.changes);
  const then = Object.fromEntries(changes.reverse().map((c) => [c.field, c.new]));
  // An item that was not on the site has no page there.
  const seen = then.isPublished === true && then.isDeleted !== true;
  const page = (seen ? type.addressOf({ id, slug: then.slug }) : undefined) ?? '/';
  return (
    <p className="mb-4 text-small">
      <a
        href={`${page}?asOf=${selected.storedAt}`}
        target="_blank"
        rel="noopener"
        className="inline-flex items-center gap-1.5 font-semibold text-accent hover:underline"
      >
        <History aria-hidden strokeWidth={1.75} className="size-4" />
        See the site at this moment
      </a>
    </p>
  );
}
