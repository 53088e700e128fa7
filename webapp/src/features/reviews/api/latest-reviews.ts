import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { cardOf, reviewsFresh } from './reviews';

/** How many they are. */
export const latestCount = 3;

/** The latest reviews, where a reader finds nothing else. */
export const latestReviewsQuery = queryOptions({
  queryKey: ['reviews', 'latest'],
  queryFn: async ({ signal }) => (await api.get<Review[]>(`/api/reviews${query({ limit: latestCount })}`, { signal })).map(cardOf),
  staleTime: reviewsFresh,
});
