// The categories that a review can be in, under the same key as in the public pages.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Category as Known } from '@/lib/api-types';

export type Category = Pick<Known, 'id' | 'name' | 'slug' | 'criteria'>;

/** All categories. Fresh for 10 minutes (spec section 9). */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api.get<Category[]>('/api/categories', { signal }),
  staleTime: 10 * 60_000,
});
