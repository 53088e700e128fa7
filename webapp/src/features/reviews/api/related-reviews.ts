import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { reviewsFresh } from './reviews';

/** How many other reviews of its category a review leads to. */
export const relatedCount = 3;

/** The newest reviews of a category: one more than are shown, because the review itself may be among them. */
export const relatedReviewsQuery = (categoryId: number) =>
  queryOptions({
    queryKey: ['reviews', 'related', categoryId],
    queryFn: ({ signal }) => api.get<Review[]>(`/api/reviews${query({ categoryId, limit: relatedCount + 1 })}`, { signal }),
    staleTime: reviewsFresh,
  });
