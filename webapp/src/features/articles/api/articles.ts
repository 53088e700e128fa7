import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Article } from '@/lib/api-types';

/** How many articles are the latest (spec section 9). */
const latestCount = 3;

/** The latest articles: on the home page, and where a reader finds nothing else. */
export const latestArticlesQuery = queryOptions({
  queryKey: ['news', 'latest'],
  queryFn: ({ signal }) => api.get<Article[]>(`/api/news${query({ limit: latestCount })}`, { signal }),
});
