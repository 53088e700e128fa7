import type { Correction } from '@/lib/corrections';

/** A review and the product it judges, as the API answers (spec section 3). Times are RFC 3339 UTC, prices US dollars. */
export interface Review {
  id: number;
  productName: string;
  productBrand: string;
  categoryId: number;
  productDescription: string | null;
  productPrice: number | null;
  productPriceMax: number | null;
  productImageUrl: string | null;
  specifications: string[];
  features: string[];
  title: string;
  content: string;
  rating: number;
  pros: string[];
  cons: string[];
  verdict: string | null;
  videoCredit: string | null;
  authorName: string;
  isFeatured: boolean;
  isPublished: boolean;
  videoUrl: string | null;
  imageUrls: string[];
  aliexpressLink: string | null;
  shopeeLink: string | null;
  /** Free words; absent without any. */
  tags?: string[];
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  /** When a price was last set or changed. */
  pricedAt: string | null;
  /** The latest correction. */
  correctedAt?: string | null;
  /** Newest first; only in the answer for one item. */
  corrections?: Correction[];
  revision: number;
}

/** What a review's card and page show of its category. */
export interface CategoryName {
  slug: string;
  name: string;
}

/** The review's pictures, the main one first: its own, or else the product's. */
export function picturesOf(review: Pick<Review, 'imageUrls' | 'productImageUrl'>): string[] {
  if (review.imageUrls.length > 0) return review.imageUrls;
  return review.productImageUrl ? [review.productImageUrl] : [];
}
