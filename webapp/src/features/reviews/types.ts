import type { Category, Review } from '@/lib/api-types';

/** The part of a category that a review's card and page show. */
export type CategoryName = Pick<Category, 'slug' | 'name'>;

/** The review's pictures, the main one first: its own, or else the product's. */
export function picturesOf(review: Pick<Review, 'imageUrls' | 'productImageUrl'>): string[] {
  if (review.imageUrls.length > 0) return review.imageUrls;
  return review.productImageUrl ? [review.productImageUrl] : [];
}
