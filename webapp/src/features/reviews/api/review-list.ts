import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, mapped, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { listedOf, reviewsFresh } from './reviews';

/** How many reviews a list shows at first and adds at a time: whole rows of two and of three. */
const pageSize = 24;

export interface ReviewFilter {
  /** Slugs of a brand, a tag and an author. */
  brand?: string;
  tag?: string;
  author?: string;
}

/** Published reviews, newest first, in pages. */
export const reviewsQuery = (filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'list', filter],
    queryFn: async ({ signal, pageParam }) =>
      mapped(
        await api.page<Review>(`/api/reviews${query({ ...filter, limit: pageSize, offset: pageParam || undefined })}`, { signal }),
        listedOf,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const shown = all.reduce((n, page) => n + page.items.length, 0);
      return last.items.length > 0 && shown < last.total ? shown : undefined;
    },
    staleTime: reviewsFresh,
  });
