import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import { reviewsFresh } from './reviews';

/** One published review. Rejects with ApiError(404) when it is missing or a draft. Fresh for 5 minutes. */
export const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['reviews', id],
    queryFn: ({ signal }) => api.get<Rendered<Review>>(`/api/reviews/${id}`, { signal }),
    staleTime: reviewsFresh,
  });
