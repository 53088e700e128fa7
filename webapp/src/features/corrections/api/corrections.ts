// Numbered pages of the list of corrections, and what it could be narrowed to.
import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { CorrectionFacets, ListedCorrection } from '@/lib/api-types';
import type { ListFilter } from '@/lib/list-address';

/** A page of corrections, updates and other edits of all that is published, newest first. A page beyond the end is empty. */
export const correctionsQuery = (filter: ListFilter, page: number) =>
  queryOptions({
    queryKey: ['corrections', 'page', filter, page],
    queryFn: ({ signal }) => api.page<ListedCorrection>(`/api/corrections${query({ ...filter, page })}`, { signal }),
  });

/** What the list could be narrowed to, and how many entries each choice would leave. */
export const correctionFacetsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: ['corrections', 'facets', filter],
    queryFn: ({ signal }) => api.get<CorrectionFacets>(`/api/corrections/facets${query({ ...filter })}`, { signal }),
  });

export const correctionPages = { page: correctionsQuery, facets: correctionFacetsQuery };
