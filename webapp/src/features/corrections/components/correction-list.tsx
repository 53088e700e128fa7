// The corrections and updates of the whole site, with the loading, error and empty states.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Changes } from '@/components/corrections/changes';
import { MoreButton } from '@/components/ui/more-button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import type { ListedCorrection } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { correctionsQuery } from '../api/corrections';

export function CorrectionList() {
  const corrections = useInfiniteQuery(correctionsQuery);
  const items = corrections.data?.pages.flatMap((page) => page.items) ?? [];
  if (corrections.isPending) return <RowSkeletons label="Loading corrections..." />;
  if (corrections.isError && items.length === 0) return <ErrorState what="The corrections" retry={() => void corrections.refetch()} />;
  if (items.length === 0) return <EmptyState title="No corrections yet">When we correct or update something published, it will be listed here.</EmptyState>;
  return (
    <>
      <ol className="max-w-measure divide-y divide-rule border-y border-rule">
        {items.map((one) => (
          <Entry key={one.url} correction={one} />
        ))}
      </ol>
      <MoreButton
        shown={items.length}
        total={corrections.data?.pages.at(-1)?.total ?? 0}
        busy={corrections.isFetchingNextPage}
        onMore={() => void corrections.fetchNextPage()}
      />
    </>
  );
}

function Entry({ correction: { kind, title, url, at, type, note, changes } }: { correction: ListedCorrection }) {
  return (
    <li className="py-6">
      <p className="text-small text-muted">
        {type === 'update' ? 'Update' : 'Correction'} to {kind === 'review' ? 'a review' : 'a tech article'}, <time dateTime={at}>{formatDate(at)}</time>
      </p>
      <h2 className="mt-1 text-h5 wrap-anywhere">
        <Link to={url} className="underline-offset-4 hover:underline">
          {title}
        </Link>
      </h2>
      {note ? <p className="mt-2 whitespace-pre-line wrap-anywhere">{note}</p> : null}
      <Changes changes={changes} />
    </li>
  );
}
