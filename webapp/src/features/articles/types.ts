import type { Correction } from '@/lib/corrections';

/** A tech article, as the API answers (spec section 3). Times are RFC 3339 UTC. */
export interface Article {
  id: number;
  title: string;
  content: string;
  excerpt: string | null;
  imageUrl: string | null;
  videoUrl: string | null;
  videoCredit: string | null;
  /** Free text such as AI, Security, Startup, or a category's slug. */
  category: string;
  authorName: string;
  /** Free words; absent without any. */
  tags?: string[];
  isPublished: boolean;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  /** The latest correction. */
  correctedAt?: string | null;
  /** Newest first; only in the answer for one item. */
  corrections?: Correction[];
  revision: number;
}
