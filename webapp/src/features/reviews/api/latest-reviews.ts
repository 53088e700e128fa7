import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { reviewsFresh } from './reviews';

/** How many they are. */
export const latestCount = 3;

/** The latest reviews, where a reader finds nothing else. */
export const latestReviewsQuery = queryOptions({
  queryKey: ['reviews', 'latest'],
  queryFn: ({ signal }) => api.get<Review[]>(`/api/reviews${query({ limit: latestCount })}`, { signal }),
  staleTime: reviewsFresh,
});
