// The categories that a review can be in, under the same key as in the public pages.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

export interface Category {
  id: number;
  name: string;
  slug: string;
}

/** All categories. Fresh for 10 minutes (spec section 9). */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api.get<Category[]>('/api/categories', { signal }),
  staleTime: 10 * 60_000,
});
