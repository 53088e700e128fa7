import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';

/** How long a review stays fresh in the cache, in milliseconds (spec section 9). */
export const reviewsFresh = 5 * 60_000;

/** How many reviews the home page features (spec section 9). */
const featuredCount = 3;

/** How many of the latest reviews the home page shows. */
export const newestCount = 6;

/** What a card or the masthead shows of a review. */
export type ReviewSummary = Pick<Review, 'id' | 'productName' | 'productBrand' | 'title' | 'rating' | 'categoryId' | 'authorName' | 'createdAt' | 'contentText' | 'verdictText' | 'matchText' | 'imageUrls' | 'productImageUrl' | 'pictures'>;

/** More of a text than an excerpt has. */
const summaryLength = 500;

/** Fetches reviews with no more than cards show: the home page carries its data. */
const summaries = async (filter: { limit: number; featured?: boolean }, signal: AbortSignal): Promise<ReviewSummary[]> =>
  (await api.get<Review[]>(`/api/reviews${query(filter)}`, { signal })).map(
    ({ id, productName, productBrand, title, rating, categoryId, authorName, createdAt, contentText, verdictText, imageUrls, productImageUrl, pictures }) => ({ id, productName, productBrand, title, rating, categoryId, authorName, createdAt, contentText: contentText.slice(0, summaryLength), verdictText, imageUrls: imageUrls.slice(0, 1), productImageUrl, pictures }),
  );

/** The latest reviews of the home page, with as many more as may be featured beside them. */
export const newestReviewsQuery = queryOptions({
  queryKey: ['reviews', 'newest'],
  queryFn: ({ signal }) => summaries({ limit: newestCount + featuredCount }, signal),
  staleTime: reviewsFresh,
});

/** The featured reviews of the home page, newest first. */
export const featuredReviewsQuery = queryOptions({
  queryKey: ['reviews', 'featured'],
  queryFn: ({ signal }) => summaries({ featured: true, limit: featuredCount }, signal),
  staleTime: reviewsFresh,
});
