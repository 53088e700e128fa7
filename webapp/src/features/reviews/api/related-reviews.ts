import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { reviewsFresh } from './reviews';

/** The reviews that have most in common with one, the closest first. */
export const relatedReviewsQuery = (id: number) =>
  queryOptions({
    queryKey: ['reviews', 'related', id],
    queryFn: ({ signal }) => api.get<Review[]>(`/api/reviews/${id}/related`, { signal }),
    staleTime: reviewsFresh,
  });
