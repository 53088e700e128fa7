// The deleted items: when and by whom each was deleted, and how to restore it.
import { useQuery } from '@tanstack/react-query';
import { History, RotateCcw } from 'lucide-react';
import { useEffect, type ReactNode, type RefObject } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { Button } from '@/components/ui/button';
import { ListSearch } from '@/components/ui/list-search';
import { Pager } from '@/components/ui/pager';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { TimeAgo } from '@/components/ui/time-ago';
import { useListParams } from '@/hooks/use-list-params';
import type { ContentItem } from '@/lib/content-calls';
import type { DeletedItem } from '@/lib/api-types';
import { actorName } from '@/lib/item-history';
import { ListToolbar } from './list-toolbar';
import { useItemActions } from './use-item-actions';
import { counted } from './words';

/** How many items a page shows. */
const pageSize = 10;

interface Props<Item extends ContentItem, Body extends object> {
  type: Pick<ContentType<Item, Body>, 'noun' | 'plural' | 'texts' | 'calls'>;
  filters: ReactNode;
  header: (shown: number | undefined) => ReactNode;
  /** The focus goes here when what had it is gone. */
  heading: RefObject<HTMLElement | null>;
  onHistory: (item: DeletedItem) => void;
}

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export function DeletedList<Item extends ContentItem, Body extends object>({
  type,
  filters,
  header,
  heading,
  onHistory,
}: Props<Item, Body>) {
  const { calls, plural } = type;
  const { page, search, change } = useListParams();
  const query = useQuery(calls.deleted({ search, limit: pageSize, offset: (page - 1) * pageSize }));
  const { change: act, busy } = useItemActions(type);
  const { data } = query;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const beyond = data !== undefined && !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) change({ page: String(pages) }, { replace: true });
  });
  const restore = async (item: DeletedItem) => {
    if (await act('restore', [item.id])) heading.current?.focus({ preventScroll: true }); // the row with the pressed button goes
  };
  return (
    <>
      {header(data?.total)}
      <ListToolbar
        active={1}
        search={<ListSearch label={`Search ${plural}`} value={search} onSearch={(term) => change({ search: term }, { replace: true })} />}
      >
        {filters}
      </ListToolbar>
      <p className="mt-4 text-small text-muted">Showing deleted {plural}. Other filters don’t apply.</p>
      <div className="mt-4">
        {!data ? (
          query.isError ? (
            <ErrorState what={`The deleted ${plural}`} retry={() => void query.refetch()} />
          ) : (
            <RowSkeletons label={`Loading deleted ${plural}...`} />
          )
        ) : data.total === 0 ? (
          <EmptyState title={search ? `No deleted ${plural} found` : `No deleted ${plural}`}>
            <p>Deleted {plural} appear here and can be restored.</p>
          </EmptyState>
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <ul aria-label={`Deleted ${plural}`} className="border-b border-rule">
              {data.items.map((item) => (
                <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 text-small">
                  <span className="min-w-0 grow basis-64 [overflow-wrap:anywhere]">
                    <span className="block font-semibold">{item.title}</span>
                    <span className="block text-secondary">
                      Deleted by {actorName(item.deletedBy)} · <TimeAgo iso={item.deletedAt} />
                    </span>
                  </span>
                  <span className="flex gap-2">
                    <Button variant="plain" size="small" aria-label={`History of ${item.title}`} onClick={() => onHistory(item)}>
                      <History {...icon} />
                      History
                    </Button>
                    <Button
                      variant="plain"
                      size="small"
                      disabled={busy}
                      aria-label={`Restore ${item.title}`}
                      onClick={() => void restore(item)}
                    >
                      <RotateCcw {...icon} />
                      Restore
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
              <p className="text-small text-muted tabular-nums">{counted(data.total, type)}</p>
              <Pager
                page={Math.min(page, pages)}
                pages={pages}
                onPage={(to) => change({ page: String(to) })}
                label={`Pages of deleted ${plural}`}
              />
            </div>
          </div>
        )}
      </div>
    </>
  );
}
