// The reviews as the admin sees and sends them (spec section 3). Times are RFC 3339 UTC, prices US dollars.
import type { Correction } from '@/lib/corrections';
import type { ContentItem } from '@/lib/content-calls';

/** A review, draft or published. */
export interface Review extends ContentItem {
  productName: string;
  productBrand: string;
  categoryId: number;
  productDescription: string | null;
  productPrice: number | null;
  productPriceMax: number | null;
  productImageUrl: string | null;
  specifications: string[];
  features: string[];
  content: string;
  rating: number;
  pros: string[];
  cons: string[];
  verdict: string | null;
  videoCredit: string | null;
  authorName: string;
  isFeatured: boolean;
  videoUrl: string | null;
  imageUrls: string[];
  aliexpressLink: string | null;
  shopeeLink: string | null;
  /** Free words; absent without any. */
  tags?: string[];
  createdAt: string;
  /** The latest publication; null for a draft. */
  publishedAt: string | null;
  pricedAt: string | null;
  /** The latest correction. */
  correctedAt?: string | null;
  /** Newest first; only in the answer for one item. */
  corrections?: Correction[];
}

/**
 * What is sent to create a review, or in part to change one. Lists may be arrays, JSON text or lines; null and ''
 * empty an optional field. A productImageUrl may be a data string: the server stores the picture.
 */
export interface ReviewBody {
  productName: string;
  productBrand: string;
  categoryId: number;
  title: string;
  content: string;
  rating: number;
  authorName: string;
  productDescription?: string | null;
  productPrice?: number | null;
  productPriceMax?: number | null;
  productImageUrl?: string | null;
  specifications?: string[] | string | null;
  features?: string[] | string | null;
  pros?: string[] | string | null;
  cons?: string[] | string | null;
  verdict?: string | null;
  videoUrl?: string | null;
  videoCredit?: string | null;
  imageUrls?: string[] | string | null;
  aliexpressLink?: string | null;
  shopeeLink?: string | null;
  tags?: string[] | string | null;
  isFeatured?: boolean;
  isPublished?: boolean;
  /** Times to come, RFC 3339; null: not by itself. */
  publishAt?: string | null;
  unpublishAt?: string | null;
  /** Marks an update of what is published as a correction, with a note for readers. */
  correction?: string;
}
