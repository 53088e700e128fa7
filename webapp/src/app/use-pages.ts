// The data of a screen with a list in numbered pages. The last list stays until the next one is there.
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Page } from '@/lib/api-client';
import type { ListFacets } from '@/components/list/choices';
import type { ListAddress, ListFilter } from '@/lib/list-address';
import { lastPage } from '@/lib/list-links';

// Each list's key in the cache has a type of its own.
// oxlint-disable-next-line typescript/no-explicit-any
type Options<T> = UseQueryOptions<T, Error, T, any>;

/** The queries of a list: a page of it, and what it could be narrowed to. */
interface ListQueries<T, F> {
  page: (filter: ListFilter, page: number) => Options<Page<T>>;
  facets: (filter: ListFilter) => Options<F>;
}

/** With `wanted` false, nothing is fetched. A page has `size` items, or as many as cards. */
export function usePages<T, F extends ListFacets>(queries: ListQueries<T, F>, { filter, page }: ListAddress, wanted = true, size?: number) {
  const enabled = wanted && page !== null;
  const list = useQuery({ ...queries.page(filter, page ?? 1), enabled, placeholderData: keepPreviousData });
  const { data: facets } = useQuery({ ...queries.facets(filter), enabled, placeholderData: keepPreviousData });
  /** How many there are, once this list has said so. */
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  return { list, facets, total, beyond: wanted && (page === null || (total !== undefined && page > lastPage(total, size))) };
}
