import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Category } from '@/lib/api-types';

/** All categories. Fresh for 10 minutes (spec section 9). */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api.get<Category[]>('/api/categories', { signal }),
  staleTime: 10 * 60_000,
});
