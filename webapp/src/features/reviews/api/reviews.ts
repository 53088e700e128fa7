import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';

/** How long a review stays fresh in the cache, in milliseconds (spec section 9). */
export const reviewsFresh = 5 * 60_000;

/** How many reviews the home page features (spec section 9), and how many are the latest. */
const featuredCount = 3;
export const latestCount = 3;

/** How many of the latest reviews the home page shows. */
export const newestCount = 6;

/** What a card shows of a review. */
export type ReviewSummary = Pick<Review, 'id' | 'title' | 'rating' | 'categoryId' | 'authorName' | 'createdAt' | 'contentText' | 'matchText' | 'imageUrls' | 'productImageUrl' | 'pictures'>;

/** More of a text than an excerpt has. */
const summaryLength = 500;

/** The latest reviews of the home page, with as many more as may be featured beside them. */
export const newestReviewsQuery = queryOptions({
  queryKey: ['reviews', 'newest'],
  // No more than cards show: the home page carries its data.
  queryFn: async ({ signal }) =>
    (await api.get<Review[]>(`/api/reviews${query({ limit: newestCount + featuredCount })}`, { signal })).map(
      ({ id, title, rating, categoryId, authorName, createdAt, contentText, imageUrls, productImageUrl, pictures }): ReviewSummary => ({ id, title, rating, categoryId, authorName, createdAt, contentText: contentText.slice(0, summaryLength), imageUrls: imageUrls.slice(0, 1), productImageUrl, pictures }),
    ),
  staleTime: reviewsFresh,
});

/** The latest reviews, where a reader finds nothing else. */
export const latestReviewsQuery = queryOptions({
  queryKey: ['reviews', 'latest'],
  queryFn: ({ signal }) => api.get<Review[]>(`/api/reviews${query({ limit: latestCount })}`, { signal }),
  staleTime: reviewsFresh,
});

/** The featured reviews of the home page, newest first, without their texts: the home page carries its data. */
export const featuredReviewsQuery = queryOptions({
  queryKey: ['reviews', 'featured'],
  queryFn: async ({ signal }) => (await api.get<Review[]>(`/api/reviews${query({ featured: true, limit: featuredCount })}`, { signal })).map((review) => ({ ...review, content: '' })),
  staleTime: reviewsFresh,
});
