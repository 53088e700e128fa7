// What publishing changes for readers: the differences from what they see now, or that the item appears.
import { useQuery } from '@tanstack/react-query';
import { ChangeList } from '@/components/corrections/change-list';
import type { ChangeQuestion } from '@/lib/api-types';

interface Props {
  noun: string;
  /** Returns what differs from what readers see; null where they see nothing yet. */
  ask: (() => Promise<ChangeQuestion>) | null;
  isFeatured: boolean;
}

export function ReaderChanges({ noun, ask, isFeatured }: Props) {
  const asked = useQuery({ queryKey: ['admin', 'reader-changes'], queryFn: () => ask?.() ?? null, enabled: ask !== null, staleTime: 0, gcTime: 0 });
  const changes = asked.data?.changes.filter(({ field }) => !['isPublished', 'publishAt', 'unpublishAt'].includes(field)) ?? [];
  if (ask && !asked.isPending && changes.length === 0 && !asked.isError) return null;
  return (
    <section aria-label="These things change for readers" className="mt-5">
      <h3 className="font-sans text-small font-semibold">These things change for readers</h3>
      {ask === null ? (
        <p className="mt-1 text-small text-secondary">
          The {noun} appears on the site{isFeatured ? ', also in the Featured Reviews section of the homepage' : ''}.
        </p>
      ) : asked.isPending ? (
        <p role="status" className="mt-1 text-small text-secondary">
          Comparing...
        </p>
      ) : asked.isError ? (
        <p className="mt-1 text-small text-secondary">The changes could not be compared.</p>
      ) : (
        <div tabIndex={0} className="max-h-60 overflow-y-auto">
          <ChangeList changes={changes} />
        </div>
      )}
    </section>
  );
}
