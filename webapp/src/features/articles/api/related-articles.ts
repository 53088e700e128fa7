import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Article } from '@/lib/api-types';
import { summaryOf } from './articles';

/** How many other articles an article leads to at least, where there are as many. */
export const relatedCount = 3;

/** The articles that have most in common with one, the closest first. */
export const relatedArticlesQuery = (id: number) =>
  queryOptions({
    queryKey: ['news', 'related', id],
    queryFn: async ({ signal }) => (await api.get<Article[]>(`/api/news/${id}/related`, { signal })).map(summaryOf),
  });

/** The newest of all, for an article that has too little in common with others: one more than are shown, as it may be among them. */
export const newestArticlesQuery = queryOptions({
  queryKey: ['news', 'newest'],
  queryFn: async ({ signal }) => (await api.get<Article[]>(`/api/news${query({ limit: relatedCount + 1 })}`, { signal })).map(summaryOf),
});
