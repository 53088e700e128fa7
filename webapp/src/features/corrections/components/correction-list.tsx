// Corrections and updates of the whole site, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ChangeList } from '@/components/corrections/change-list';
import { MoreButton } from '@/components/ui/more-button';
import { EmptyState, ErrorState } from '@/components/ui/state';
import type { ListedCorrection } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { correctionsQuery } from '../api/corrections';

export function CorrectionList() {
  const { data, isPending, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(correctionsQuery);
  if (isPending) return <CorrectionSkeletons />;
  if (!data) return <ErrorState what="The corrections" retry={() => void refetch()} />;
  const listed = data.pages.flatMap((page) => page.items);
  if (listed.length === 0) return <EmptyState title="No corrections yet">When we correct or update something that we have published, it will be listed here with what it said before.</EmptyState>;
  return (
    <>
      <ol className="border-b border-rule">
        {listed.map((one) => (
          <Entry key={`${one.kind}-${one.id}-${one.revision}`} correction={one} />
        ))}
      </ol>
      {isError ? (
        <div className="mt-12">
          <ErrorState what="More corrections" retry={() => void fetchNextPage()} />
        </div>
      ) : hasNextPage ? (
        <div data-needs-script>
          <MoreButton shown={listed.length} total={data.pages.at(-1)?.total ?? 0} busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </div>
      ) : null}
    </>
  );
}

function Entry({ correction: { kind, type, at, title, url, note, changes } }: { correction: ListedCorrection }) {
  return (
    <li className="grid gap-x-12 gap-y-2 border-t border-rule py-8 break-inside-avoid lg:grid-cols-12">
      <p className="flex flex-wrap gap-x-2 text-small text-muted lg:col-span-3 lg:block lg:pt-1">
        <span className="font-semibold text-primary lg:block">{type === 'update' ? 'Update' : 'Correction'}</span>
        <time dateTime={at}>{formatDate(at)}</time>
        <span className="lg:block">{kind === 'review' ? 'Review' : 'Tech article'}</span>
      </p>
      <div className="max-w-measure lg:col-span-9">
        <h2 className="text-h5">
          <Link to={url} className="decoration-1 underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        {note ? <p className="mt-2 whitespace-pre-line">{note}</p> : null}
        <ChangeList changes={changes} />
      </div>
    </li>
  );
}

function CorrectionSkeletons() {
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
