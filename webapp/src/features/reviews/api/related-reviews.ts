import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { cardOf, reviewsFresh } from './reviews';

/** The reviews that have most in common with one, the closest first. */
export const relatedReviewsQuery = (id: number) =>
  queryOptions({
    queryKey: ['reviews', 'related', id],
    queryFn: async ({ signal }) => (await api.get<Review[]>(`/api/reviews/${id}/related`, { signal })).map(cardOf),
    staleTime: reviewsFresh,
  });
