// The tech articles as the admin sees and sends them (spec section 3). Times are RFC 3339 UTC.
import type { Correction } from '@/lib/corrections';
import type { ContentItem } from '@/lib/content-calls';

/** A tech article, draft or published. */
export interface Article extends ContentItem {
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
  createdAt: string;
  /** The latest publication; null for a draft. */
  publishedAt: string | null;
  /** The latest correction. */
  correctedAt?: string | null;
  /** Newest first; only in the answer for one item. */
  corrections?: Correction[];
}

/**
 * What is sent to create an article, or in part to change one; null and '' empty an optional field. An imageUrl may be
 * a data string: the server stores the picture.
 */
export interface ArticleBody {
  title: string;
  content: string;
  category: string;
  authorName: string;
  excerpt?: string | null;
  imageUrl?: string | null;
  videoUrl?: string | null;
  videoCredit?: string | null;
  tags?: string[] | string | null;
  isPublished?: boolean;
  /** Times to come, RFC 3339; null: not by itself. */
  publishAt?: string | null;
  unpublishAt?: string | null;
  /** Marks an update of what is published as a correction, with a note for readers. */
  correction?: string;
}
