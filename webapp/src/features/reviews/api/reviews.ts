import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { cardExcerpt, excerptSource, featuredExcerpt } from '@/lib/excerpt';

/** How long a review stays fresh in the cache, in milliseconds (spec section 9). */
export const reviewsFresh = 5 * 60_000;

/** How many reviews the home page features (spec section 9). */
const featuredCount = 3;

/** How many of the latest reviews the home page shows. */
export const newestCount = 3;

/** What a card shows of a review. */
export type ReviewSummary = Pick<
  Review,
  | 'id'
  | 'productName'
  | 'productBrand'
  | 'title'
  | 'rating'
  | 'productPrice'
  | 'productPriceMax'
  | 'categoryId'
  | 'authorName'
  | 'createdAt'
  | 'publishedAt'
  | 'contentText'
  | 'matchText'
  | 'imageUrls'
  | 'productImageUrl'
  | 'pictures'
>;

/** What the masthead shows of a review, and its card. */
export type FeaturedReview = ReviewSummary & Pick<Review, 'verdictText'>;

const fetchReviews = (filter: { limit: number; featured?: boolean }, signal: AbortSignal) =>
  api.get<Review[]>(`/api/reviews${query(filter)}`, { signal });

/** Returns no more of a review than its card shows: pages carry the data of their lists. */
const summaryOf = (
  {
    id,
    productName,
    productBrand,
    title,
    rating,
    productPrice,
    productPriceMax,
    categoryId,
    authorName,
    createdAt,
    publishedAt,
    productImageUrl,
    pictures,
    ...review
  }: Review,
  excerptLength: number,
): ReviewSummary => ({
  ...{
    id,
    productName,
    productBrand,
    title,
    rating,
    productPrice,
    productPriceMax,
    categoryId,
    authorName,
    createdAt,
    publishedAt,
    productImageUrl,
    pictures,
  },
  contentText: excerptSource(review.contentText, excerptLength),
  imageUrls: review.imageUrls.slice(0, 1),
});

/** What the card of a review shows. */
export const cardOf = (review: Review): ReviewSummary => summaryOf(review, cardExcerpt);

/** What the card of a review in a list shows: what its score is made of, too. */
export type ListedReview = ReviewSummary & Pick<Review, 'subScores'>;

/** Returns no more of a review than its card in a list shows. */
export const listedOf = (review: Review): ListedReview => ({
  ...cardOf(review),
  ...(review.subScores
    ? { subScores: review.subScores.map(({ criterionId, name, weight, score }) => ({ criterionId, name, weight, score })) }
    : {}),
});

/** The latest reviews of the home page, with as many more as may be featured beside them. */
export const newestReviewsQuery = queryOptions({
  queryKey: ['reviews', 'newest'],
  queryFn: async ({ signal }) => {
    const reviews = await fetchReviews({ limit: newestCount + featuredCount }, signal);
    return reviews.map(cardOf);
  },
  staleTime: reviewsFresh,
});

/** The featured reviews of the home page, newest first. */
export const featuredReviewsQuery = queryOptions({
  queryKey: ['reviews', 'featured'],
  queryFn: async ({ signal }): Promise<FeaturedReview[]> => {
    const reviews = await fetchReviews({ featured: true, limit: featuredCount }, signal);
    return reviews.map((review) => ({ ...summaryOf(review, featuredExcerpt), verdictText: review.verdictText }));
  },
  staleTime: reviewsFresh,
});
