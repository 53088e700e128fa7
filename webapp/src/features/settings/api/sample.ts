import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';

/** The newest published review, which a preview shows; null where there is none. */
export const sampleQuery = queryOptions({
  queryKey: ['reviews', 'sample'],
  queryFn: async ({ signal }) => (await api.get<Review[]>('/api/reviews?limit=1', { signal }))[0] ?? null,
});
