// Numbered pages of lists of reviews, and what they could be narrowed to.
import { queryOptions } from '@tanstack/react-query';
import { api, mapped, query } from '@/lib/api-client';
import type { Facets, Review } from '@/lib/api-types';
import type { ListFilter } from '@/lib/list-address';
import { listedOf, reviewsFresh } from './reviews';

/** A page of published reviews. A page beyond the end is empty. */
export const reviewPageQuery = (filter: ListFilter, page: number) =>
  queryOptions({
    queryKey: ['reviews', 'page', filter, page],
    queryFn: async ({ signal }) => mapped(await api.page<Review>(`/api/reviews${query({ ...filter, page })}`, { signal }), listedOf),
    staleTime: reviewsFresh,
  });

/** What the list could be narrowed to, and how many reviews each choice would leave. Its order doesn't matter. */
export function reviewFacetsQuery(list: ListFilter) {
  const filter = { ...list };
  delete filter.sort;
  return queryOptions({
    queryKey: ['reviews', 'facets', filter],
    queryFn: ({ signal }) => api.get<Facets>(`/api/reviews/facets${query(filter)}`, { signal }),
    staleTime: reviewsFresh,
  });
}

export const reviewPages = { page: reviewPageQuery, facets: reviewFacetsQuery };
