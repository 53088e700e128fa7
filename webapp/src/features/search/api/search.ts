import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { SearchResult } from '@/lib/api-types';

/** How long results stay fresh in the cache, in milliseconds: as long as the lists of what they find. */
const fresh = 5 * 60_000;

/** How many results a page has. */
export const pageSize = 24;

/** The last page that the server can be asked for, whose `offset` is at most 10,000. */
const lastPage = 1 + Math.floor(10_000 / pageSize);

/** What an address asks for: the text to look for, '' for none, and the page of its results, from 1. */
export interface SearchAddress {
  search: string;
  page: number;
}

/** Reads an address's query. What is no page is the first one. */
export function searchAddress(query: URLSearchParams): SearchAddress {
  const page = Number(query.get('page') ?? 1);
  return { search: query.get('search')?.trim() ?? '', page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1 };
}

/** The path of a page of a search's results. */
export const searchPath = (search: string, page = 1): string => `/reviews${query({ search, page: page === 1 ? undefined : page })}`;

/** A page of what a search finds, best first. */
export const searchQuery = ({ search, page }: SearchAddress) =>
  queryOptions({
    queryKey: ['search', search, page],
    queryFn: ({ signal }) => api.get<SearchResult>(`/api/search${query({ q: search, limit: pageSize, offset: (page - 1) * pageSize || undefined })}`, { signal }),
    staleTime: fresh,
  });
