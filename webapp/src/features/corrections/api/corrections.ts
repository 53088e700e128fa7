// Numbered pages of the list of corrections, and what it could be narrowed to.
import { queryOptions } from '@tanstack/react-query';
import { api, mapped, query } from '@/lib/api-client';
import type { CorrectionFacets, ListedCorrection } from '@/lib/api-types';
import type { ListFilter } from '@/lib/list-address';

/** What the list shows of a change: of each field the difference, and not both values beside it. */
export type CorrectionSummary = Omit<ListedCorrection, 'changes'> & {
  changes: Pick<ListedCorrection['changes'][number], 'field' | 'name' | 'html'>[];
};

const summaryOf = (one: ListedCorrection): CorrectionSummary => ({
  ...one,
  changes: one.changes.map(({ field, name, html }) => ({ field, name, html })),
});

/** A page of corrections, updates and other edits of all that is published, newest first. A page beyond the end is empty. */
export const correctionsQuery = (filter: ListFilter, page: number) =>
  queryOptions({
    queryKey: ['corrections', 'page', filter, page],
    queryFn: async ({ signal }) =>
      mapped(await api.page<ListedCorrection>(`/api/corrections${query({ ...filter, page })}`, { signal }), summaryOf),
  });

/** What the list could be narrowed to, and how many entries each choice would leave. */
export const correctionFacetsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: ['corrections', 'facets', filter],
    queryFn: ({ signal }) => api.get<CorrectionFacets>(`/api/corrections/facets${query({ ...filter })}`, { signal }),
  });

export const correctionPages = { page: correctionsQuery, facets: correctionFacetsQuery };
