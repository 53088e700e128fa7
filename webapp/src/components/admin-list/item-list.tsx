// The list of a desk: search, order, pages, ticked items and what can be done with them, in each of its states. Page,
// order and search are in the address; so are the filters, which the desk's own tab reads.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { ListSearch } from '@/components/ui/list-search';
import { Pager } from '@/components/ui/pager';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { SelectField } from '@/components/ui/select';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { useListParams } from '@/hooks/use-list-params';
import type { BulkAction, ContentCalls, ContentItem, ListParams } from '@/lib/content-calls';
import { BulkBar } from './bulk-bar';
import { DeleteDialog } from './delete-dialog';
import { ItemTable, type Column, type Order, type Sorting } from './item-table';
import { useItemActions } from './use-item-actions';
import { useSelection } from './use-selection';
import { counted, type ListWords } from './words';

/** How many items a page shows (spec section 9). */
export const pageSize = 10;

export interface ItemListProps<Item extends ContentItem, Body> {
  calls: ContentCalls<Item, Body>;
  words: ListWords;
  columns: readonly Column<Item>[];
  actions: readonly BulkAction[];
  /** What the filters narrow the list to. */
  filter: ListParams;
  /** The filters' controls. */
  filters: ReactNode;
  /** The names of the filters in the address. */
  filterNames: readonly string[];
  /** What a phone shows of an item beside its title. */
  summary: (item: Item) => string;
  addressOf?: (item: Item) => string;
  /** What to say when there is nothing at all. */
  empty: { title: string; text: string };
  /** What to press then. */
  start: ReactNode;
  /** Above it all, told how many the filters and the search leave; undefined until that is known. */
  header: (shown: number | undefined) => ReactNode;
  /** The focus goes here when what had it is gone. */
  heading: RefObject<HTMLElement | null>;
  onPreview: (item: Item) => void;
  onEdit: (item: Item) => void;
  onHistory: (item: Item) => void;
}

const nowhere = () => undefined;

export function ItemList<Item extends ContentItem, Body>(props: ItemListProps<Item, Body>) {
  const { calls, words, columns, filter, filterNames, heading } = props;
  const { page, search, value, change } = useListParams();
  const sorting: Sorting = { sort: columns.find((c) => c.name === value('sort'))?.name, order: value('order') === 'desc' ? 'desc' : 'asc' };
  const query = useQuery({
    ...calls.list({ ...filter, search, ...(sorting.sort ? { sort: sorting.sort, order: sorting.order } : {}), limit: pageSize, offset: (page - 1) * pageSize }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const narrowed = search !== '' || Object.values(filter).some((v) => v !== undefined);
  const selection = useSelection<Item>(JSON.stringify([search, filter]));
  const { change: act, remove, busy } = useItemActions(calls, words);
  const [deleting, setDeleting] = useState<{ items: Item[]; bulk: boolean } | null>(null);

  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The last item of the last page is gone, or an address asks for too much.
  const beyond = data !== undefined && !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) change({ page: String(pages) }, { replace: true });
  });

  const sortBy = ({ sort, order }: Sorting) => change({ sort, order: sort && order });
  const showAll = () => change(Object.fromEntries(['search', ...filterNames].map((name) => [name, undefined])));
  const refocus = () => heading.current?.focus({ preventScroll: true });

  // A row that no longer fits the filters, as a draft that was just published, leaves with the focus in it.
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) refocus();
  });

  const onAction = async (action: BulkAction) => {
    if (!(await act(action, [...selection.items.keys()]))) return;
    selection.clear();
    refocus(); // the pressed button has gone
  };
  const onDelete = async () => {
    if (!deleting) return;
    setDeleting(null);
    if (deleting.bulk) return onAction('delete');
    const [item] = deleting.items;
    if (!item) return;
    selection.set([item], false);
    await remove(item);
    if (document.activeElement === document.body) refocus(); // the row with the pressed button has gone
  };

  const first = (page - 1) * pageSize + 1;
  const shown = data && data.items.length > 0 ? `${first}–${first + data.items.length - 1} of ${counted(total, words)}` : '';
  const elsewhere = selection.items.size - (data?.items.filter((i) => selection.has(i.id)).length ?? 0);
  return (
    <>
      {props.header(data?.total)}
      <div className="mt-5 flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2">
        {props.filters}
        <SelectField
          label="Sort by"
          hideLabel
          className="sm:w-52 lg:hidden"
          value={sorting.sort ? `${sorting.sort} ${sorting.order}` : ''}
          onChange={(e) => {
            const [sort, order] = e.target.value.split(' ');
            sortBy({ sort: sort === '' ? undefined : sort, order: (order ?? 'asc') as Order });
          }}
          options={[
            { value: '', label: 'Newest first' },
            ...columns.flatMap(({ name, label }) => [
              { value: `${name} asc`, label: `${label}, ascending` },
              { value: `${name} desc`, label: `${label}, descending` },
            ]),
          ]}
        />
        <div className="max-sm:col-span-2 sm:ml-auto">
          <ListSearch label={`Search ${words.many}`} value={search} onSearch={(term) => change({ search: term }, { replace: true })} />
        </div>
      </div>
      <div className="mt-4" onFocus={(e) => (focused.current = e.target)}>
        {!data ? (
          query.isError ? (
            <ErrorState what={`The ${words.many}`} retry={() => void query.refetch()} />
          ) : (
            <RowSkeletons label={`Loading ${words.many}...`} />
          )
        ) : total === 0 ? (
          narrowed ? (
            <EmptyState
              title={`No ${words.many} found`}
              action={
                <Button variant="plain" onClick={showAll}>
                  Clear filters
                </Button>
              }
            >
              <p>No {words.many} match your search and filters.</p>
            </EmptyState>
          ) : (
            <EmptyState title={props.empty.title} action={props.start}>
              <p>{props.empty.text}</p>
            </EmptyState>
          )
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <div className="sticky top-header z-10 flex min-h-14 items-center bg-page py-2">
              {selection.items.size > 0 ? (
                <BulkBar
                  words={words}
                  count={selection.items.size}
                  elsewhere={elsewhere}
                  actions={props.actions}
                  busy={busy}
                  onAction={(action) => (action === 'delete' ? setDeleting({ items: [...selection.items.values()], bulk: true }) : void onAction(action))}
                  onClear={() => (selection.clear(), refocus())}
                />
              ) : (
                <p role="status" className="text-small text-muted tabular-nums">
                  {query.isError ? <span className="text-danger">The list could not be refreshed. It may be out of date. </span> : null}
                  {shown}
                </p>
              )}
            </div>
            <ItemTable
              label={words.many}
              columns={columns}
              items={data.items}
              summary={props.summary}
              sorting={sorting}
              onSort={sortBy}
              selection={selection}
              allLabel={`Select all ${words.many} on this page`}
              addressOf={props.addressOf ?? nowhere}
              onPreview={props.onPreview}
              onEdit={props.onEdit}
              onHistory={props.onHistory}
              onDelete={(item) => setDeleting({ items: [item], bulk: false })}
            />
            <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
              <p className="text-small text-muted tabular-nums">{pages > 1 ? `Page ${Math.min(page, pages)} of ${pages} · ${counted(total, words)}` : counted(total, words)}</p>
              <Pager page={Math.min(page, pages)} pages={pages} onPage={(to) => change({ page: String(to) })} label={`Pages of ${words.many}`} />
            </div>
          </div>
        )}
      </div>
      {deleting ? <DeleteDialog words={words} {...deleting} onCancel={() => setDeleting(null)} onConfirm={() => void onDelete()} /> : null}
    </>
  );
}
