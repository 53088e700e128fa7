// What publishing changes for readers: the differences from what they see now, or that the item appears.
import { useQuery } from '@tanstack/react-query';
import { ChangeList } from '@/components/corrections/change-list';
import type { ChangeQuestion } from '@/lib/api-types';

interface Props {
  noun: string;
  /** Returns what differs from what readers see, or saw last; null for a new item. */
  ask: (() => Promise<ChangeQuestion>) | null;
  isPublished: boolean;
  isFeatured: boolean;
}

export function ReaderChanges({ noun, ask, isPublished, isFeatured }: Props) {
  const asked = useQuery({
    queryKey: ['admin', 'reader-changes'],
    queryFn: () => ask?.() ?? null,
    enabled: ask !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const seen = asked.data?.seen === true;
  const changes = (seen && asked.data?.changes.filter(({ field }) => !['isPublished', 'publishAt', 'unpublishAt'].includes(field))) || [];
  const waits = ask !== null && asked.isPending;
  if (isPublished && !waits && changes.length === 0 && !asked.isError) return null;
  return (
    <section aria-label="These things change for readers" className="mt-5">
      <h3 className="font-sans text-small font-semibold">These things change for readers</h3>
      {waits ? (
        <p role="status" className="mt-1 text-small text-secondary">
          Comparing...
        </p>
      ) : asked.isError ? (
        <p className="mt-1 text-small text-secondary">The changes could not be compared.</p>
      ) : null}
      {isPublished || waits || asked.isError ? null : (
        <p className="mt-1 text-small text-secondary">
          The {noun} appears on the site{seen ? ' again' : ''}
          {isFeatured ? ', also in the Featured Reviews section of the homepage' : ''}.
          {changes.length > 0 ? ' Readers saw it before these changes:' : ''}
        </p>
      )}
      {changes.length > 0 ? (
        <div tabIndex={0} className="max-h-60 overflow-y-auto">
          <ChangeList changes={changes} />
        </div>
      ) : null}
    </section>
  );
}
