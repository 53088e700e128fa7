import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Article } from '@/lib/api-types';

/** How many other articles an article leads to. */
export const relatedCount = 3;

/** The newest articles of a category: one more than are shown, because the article itself may be among them. */
export const relatedArticlesQuery = (category: string) =>
  queryOptions({
    queryKey: ['news', 'related', category],
    queryFn: ({ signal }) => api.get<Article[]>(`/api/news${query({ category, limit: relatedCount + 1 })}`, { signal }),
  });

/** The newest of all, for an article that is alone in its category. */
export const newestArticlesQuery = queryOptions({
  queryKey: ['news', 'newest'],
  queryFn: ({ signal }) => api.get<Article[]>(`/api/news${query({ limit: relatedCount + 1 })}`, { signal }),
});
