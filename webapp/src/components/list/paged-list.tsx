// A list in numbered pages with what it can be narrowed to: its controls, its head with the number of items, its items or why there are
// none, and its pages. While the next page is under way the last one stays, dimmed.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { buttonLook } from '@/components/ui/button';
import { PageLinks } from '@/components/ui/page-links';
import { CardSkeletons } from '@/components/ui/skeleton';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { ApiError, type Page } from '@/lib/api-client';
import type { ListFilter } from '@/lib/list-address';
import { formatCount } from '@/lib/intl';
import { cleared, lastPage, listPath } from '@/lib/list-links';
import { inUse, type Choice, type ListFacets } from './choices';
import { ListChips } from './list-chips';
import { ListForm } from './list-form';

interface Props<Item> {
  /** The address of the whole list. */
  path: string;
  filter: ListFilter;
  page: number;
  list: UseQueryResult<Page<Item>>;
  facets: ListFacets | undefined;
  choices: readonly Choice[];
  /** Whether readers can choose the order. */
  ordered?: boolean;
  /** What the items are called: 'reviews', 'tech articles'. */
  noun: { one: string; many: string };
  /** The head: what is counted, given the number of items once it is known. */
  title: (total: number | undefined) => ReactNode;
  /** How many items a page has, if not as many as cards. */
  size?: number;
  /** Draws the items below one another, and what stands for them while they are loaded; they are cards without it. */
  rows?: { loading: ReactNode };
  head: RefObject<HTMLHeadingElement | null>;
  /** What to show where nothing narrows the list and there is none. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

export function PagedList<Item>({
  path,
  filter,
  page,
  list,
  facets,
  choices,
  ordered = false,
  noun,
  title,
  head,
  size,
  rows,
  empty,
  children,
}: Props<Item>) {
  const items = list.data?.items ?? [];
  const stale = list.isPlaceholderData;
  const total = stale && filter.search ? undefined : list.data?.total;
  const pages = lastPage(total ?? 0, size);
  const narrowed = inUse(choices, filter).length > 0;
  return (
    <>
      <ListForm
        path={path}
        filter={filter}
        choices={choices}
        facets={facets}
        ordered={ordered}
        show={total === undefined ? `Show ${noun.many}` : `Show ${count(total, noun)}`}
        head={
          <h2 ref={head} tabIndex={-1} aria-live="polite" className="scroll-mt-2 text-h5 outline-none">
            {title(total)}
            {page > 1 && total !== undefined ? `, page ${page} of ${pages}` : null}
          </h2>
        }
      />
      <ListChips path={path} filter={filter} choices={choices} facets={facets} />
      <div className="mt-8">
        {list.isPending || (stale && items.length === 0) ? (
          (rows?.loading ?? <CardSkeletons label={`Loading ${noun.many}...`} />)
        ) : list.isError && items.length === 0 ? (
          isRefused(list.error) ? (
            <EmptyState title="There is no such filter" action={<ClearFilters to={path} />}>
              {list.error.detail}
            </EmptyState>
          ) : (
            <ErrorState what={`The ${noun.many}`} retry={() => void list.refetch()} />
          )
        ) : items.length > 0 ? (
          <>
            {rows ? (
              <ol aria-busy={stale} className="border-b border-rule transition-opacity aria-busy:opacity-60">
                {children(items)}
              </ol>
            ) : (
              <div
                aria-busy={stale}
                className="grid gap-x-6 gap-y-14 transition-opacity aria-busy:opacity-60 sm:grid-cols-2 lg:grid-cols-3"
              >
                {children(items)}
              </div>
            )}
            <PageLinks page={page} pages={pages} to={(n) => listPath(path, filter, n)} label={`Pages of ${noun.many}`} />
          </>
        ) : narrowed ? (
          <EmptyState title={`No ${noun.many} match these filters`} action={<ClearFilters to={listPath(path, cleared(filter))} />}>
            Fewer filters will find more.
          </EmptyState>
        ) : (
          empty
        )}
      </div>
    </>
  );
}

function ClearFilters({ to }: { to: string }) {
  return (
    <Link to={to} className={buttonLook({ variant: 'plain' })}>
      Clear the filters
    </Link>
  );
}

/** '1 review', '614 reviews'. */
export const count = (total: number, { one, many }: { one: string; many: string }): string =>
  `${formatCount(total)} ${total === 1 ? one : many}`;

/** The server has refused a parameter of the address. */
const isRefused = (error: Error): error is ApiError => error instanceof ApiError && error.status === 400;
