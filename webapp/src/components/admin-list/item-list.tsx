// The list itself: search, filters, order, pages, ticked items and their bulk actions, in each of its states. All but the
// ticks is in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ContentType, Filter, NameOf } from '@/components/content/content-type';
import { Button } from '@/components/ui/button';
import { ListSearch } from '@/components/ui/list-search';
import { Pager } from '@/components/ui/pager';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { SelectField } from '@/components/ui/select';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { useListParams } from '@/hooks/use-list-params';
import type { EditorNavigation } from '@/components/editor/use-editor-address';
import type { BulkAction, ContentItem, Listed, ListParams } from '@/lib/content-calls';
import { BulkBar } from './bulk-bar';
import { DraftLine } from './draft-line';
import { ItemTable, type Order, type Sorting } from './item-table';
import { ListToolbar } from './list-toolbar';
import { useNewDrafts } from './use-new-drafts';
import { DeleteDialog } from './questions';
import { useItemActions } from './use-item-actions';
import { useSelection } from './use-selection';
import { counted } from './words';

/** How many items a page shows (spec section 9). */
export const pageSize = 10;

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  nameOf: NameOf;
  /** The list's filters; their controls are `controls`. */
  filters: readonly Filter[];
  controls: ReactNode;
  /** The button of an empty list. */
  start: ReactNode;
  /** The head, given the number of items that match; undefined until that is known. */
  header: (shown: number | undefined) => ReactNode;
  /** The focus goes here when its element is removed. */
  heading: RefObject<HTMLElement | null>;
  onPreview: (item: ContentItem) => void;
  linkTo: (item: ContentItem) => ReturnType<EditorNavigation['linkTo']>;
  onEdit: (item: ContentItem) => void;
  onHistory: (item: ContentItem) => void;
}

export function ItemList<Item extends ContentItem, Body extends object>({
  type,
  nameOf,
  filters,
  controls,
  start,
  header,
  heading,
  onPreview,
  linkTo,
  onEdit,
  onHistory,
}: Props<Item, Body>) {
  const { calls, columns, plural, texts } = type;
  const { page, search, value, change } = useListParams();
  const filter = filters.reduce<ListParams>((all, { name, params }) => ({ ...all, ...params(value(name)) }), {});
  const sorting: Sorting = { sort: columns.find((c) => c.name === value('sort'))?.name, order: value('order') === 'desc' ? 'desc' : 'asc' };
  const query = useQuery({
    ...calls.list({
      ...filter,
      search,
      ...(sorting.sort ? { sort: sorting.sort, order: sorting.order } : {}),
      limit: pageSize,
      offset: (page - 1) * pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const hasDrafts = useNewDrafts(type).length > 0;
  const active = filters.filter(({ name }) => value(name)).length;
  const narrowed = search !== '' || Object.values(filter).some((v) => v !== undefined);
  const selection = useSelection<Listed<Item>>(JSON.stringify([search, filter]));
  const { change: act, remove, busy } = useItemActions(type);
  const [deleting, setDeleting] = useState<{ items: Listed<Item>[]; bulk: boolean } | null>(null);

  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The last item of the last page is gone, or an address asks for too much.
  const beyond = data !== undefined && !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) change({ page: String(pages) }, { replace: true });
  });

  const sortBy = ({ sort, order }: Sorting) => change({ sort, order: sort && order });
  const showAll = () => change(Object.fromEntries(['search', ...filters.map(({ name }) => name)].map((name) => [name, undefined])));
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

  const isFixed = (item: Listed<Item>) => type.fixed?.is(item) ?? false;
  const anyFixed = [...selection.items.values()].some(isFixed);
  const firstShown = (page - 1) * pageSize + 1;
  const shown = data && data.items.length > 0 ? `${firstShown}–${firstShown + data.items.length - 1} of ${counted(total, type)}` : '';
  const elsewhere = selection.items.size - (data?.items.filter((i) => selection.has(i.id)).length ?? 0);
  return (
    <>
      {header(data?.total)}
      <ListToolbar
        active={active}
        search={<ListSearch label={`Search ${plural}`} value={search} onSearch={(term) => change({ search: term }, { replace: true })} />}
      >
        {controls}
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
      </ListToolbar>
      <div className="mt-4" onFocus={(e) => (focused.current = e.target)}>
        {!data ? (
          query.isError ? (
            <ErrorState what={`The ${plural}`} retry={() => void query.refetch()} />
          ) : (
            <RowSkeletons label={`Loading ${plural}...`} />
          )
        ) : total === 0 ? (
          narrowed ? (
            <EmptyState
              title={`No ${plural} found`}
              action={
                <Button variant="plain" onClick={showAll}>
                  Clear filters
                </Button>
              }
            >
              <p>No {plural} match your search and filters.</p>
            </EmptyState>
          ) : hasDrafts ? (
            <p className="border-t border-rule pt-4 text-small text-muted">
              No other {plural} so far. A new draft becomes one when you create or publish it.
            </p>
          ) : (
            <EmptyState title={texts.empty.title} action={start}>
              <p>{texts.empty.text}</p>
            </EmptyState>
          )
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <div className="sticky top-header z-10 flex min-h-14 items-center bg-page py-2">
              {selection.items.size > 0 ? (
                <BulkBar
                  nouns={type}
                  count={selection.items.size}
                  elsewhere={elsewhere}
                  actions={type.actions.filter((action) => !anyFixed || (action !== 'delete' && action !== 'unpublish'))}
                  busy={busy}
                  onAction={(action) =>
                    action === 'delete' ? setDeleting({ items: [...selection.items.values()], bulk: true }) : void onAction(action)
                  }
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
              label={plural}
              columns={columns}
              items={data.items}
              summary={type.summary}
              nameOf={nameOf}
              sorting={sorting}
              onSort={sortBy}
              selection={selection}
              allLabel={`Select all ${plural} on this page`}
              addressOf={type.addressOf}
              linkTo={linkTo}
              onPreview={onPreview}
              onEdit={onEdit}
              onHistory={onHistory}
              isFixed={isFixed}
              onDelete={(item) => setDeleting({ items: [item], bulk: false })}
              draftLine={(item) => (item.draft ? <DraftLine type={type} item={item} draft={item.draft} /> : null)}
            />
            <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
              <p className="text-small text-muted tabular-nums">
                {pages > 1 ? `Page ${Math.min(page, pages)} of ${pages} · ${counted(total, type)}` : counted(total, type)}
              </p>
              <Pager
                page={Math.min(page, pages)}
                pages={pages}
                onPage={(to) => change({ page: String(to) })}
                label={`Pages of ${plural}`}
              />
            </div>
          </div>
        )}
      </div>
      <Suspense>
        {deleting ? <DeleteDialog nouns={type} {...deleting} onCancel={() => setDeleting(null)} onConfirm={() => void onDelete()} /> : null}
      </Suspense>
    </>
  );
}
