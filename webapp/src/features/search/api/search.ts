import { queryOptions } from '@tanstack/react-query';
import { api, query, type Page } from '@/lib/api-client';
import type { SearchHit, SearchResult } from '@/lib/api-types';
import { listAddress, searchParameters, type ListFilter } from '@/lib/list-address';
import { listPath } from '@/lib/list-links';

/** How long results stay fresh in the cache, in milliseconds: as long as the lists of what they find. */
const fresh = 5 * 60_000;

/** How many results a page has: as many as the lists. */
const pageSize = 24;

/** The last page that the server can be asked for, whose `offset` is at most 10,000. */
const lastPage = 1 + Math.floor(10_000 / pageSize);

/** What an address asks for: the text to look for, '' for none, what the results are narrowed to, and the page of them, from 1. */
export interface SearchAddress {
  search: string;
  /** The text among them. */
  filter: ListFilter;
  page: number;
}

/** Reads an address's query. What is no page is the first one. */
export function searchAddress(query: URLSearchParams): SearchAddress {
  const { filter, page } = listAddress(query, searchParameters);
  return { search: filter.search ?? '', filter, page: page !== null && page <= lastPage ? page : 1 };
}

/** The path of a page of a search's results. */
export const searchPath = (search: string, filter: ListFilter = {}, page = 1): string => listPath('/reviews', { ...filter, search }, page);

/** A page of what a search finds, and what is known of all of it. */
export type Found = Page<SearchHit> & Omit<SearchResult, 'hits' | 'total'>;

/** A page of what a search finds, best first. */
export const searchQuery = ({ search, filter, page }: SearchAddress) =>
  queryOptions({
    queryKey: ['search', search, filter, page],
    queryFn: async ({ signal }): Promise<Found> => {
      const narrowed = { ...filter, search: undefined };
      const { hits, ...rest } = await api.get<SearchResult>(
        `/api/search${query({ q: search, ...narrowed, limit: pageSize, offset: (page - 1) * pageSize || undefined })}`,
        { signal },
      );
      return { items: hits, ...rest };
    },
    staleTime: fresh,
  });
