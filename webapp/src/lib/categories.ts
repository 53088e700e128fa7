// The categories of reviews. Every page brings them along.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Category } from './api-types';

export interface CategoryLink {
  slug: string;
  name: string;
}

/** The address of the categories. */
export const categoriesPath = '/api/categories';

/** The category that a slug leads to, be it a former one or another spelling. Rejects with ApiError(404) where there is none. */
export const categoryQuery = (slug: string) =>
  queryOptions({
    queryKey: ['categories', slug],
    queryFn: ({ signal }) => api.get<Category>(`${categoriesPath}/${encodeURIComponent(slug)}`, { signal }),
  });

/** All categories. Fresh for 10 minutes (spec section 9). */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api.get<Category[]>(categoriesPath, { signal }),
  staleTime: 10 * 60_000,
});
