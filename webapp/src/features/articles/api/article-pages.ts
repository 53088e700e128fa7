// Numbered pages of lists of articles, and what they could be narrowed to.
import { queryOptions } from '@tanstack/react-query';
import { api, mapped, query } from '@/lib/api-client';
import type { Article, Facets } from '@/lib/api-types';
import type { ListFilter } from '@/lib/list-address';
import { summaryOf } from './articles';

/** A page of published articles. A page beyond the end is empty. */
export const articlePageQuery = (filter: ListFilter, page: number) =>
  queryOptions({
    queryKey: ['news', 'page', filter, page],
    queryFn: async ({ signal }) => mapped(await api.page<Article>(`/api/news${query({ ...filter, page })}`, { signal }), summaryOf),
  });

/** What the list could be narrowed to, and how many articles each choice would leave. */
export const articleFacetsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: ['news', 'facets', filter],
    queryFn: ({ signal }) => api.get<Facets>(`/api/news/facets${query({ ...filter })}`, { signal }),
  });

export const articlePages = { page: articlePageQuery, facets: articleFacetsQuery };
