// What the pages of tags, brands and authors list.
import type { ArticleFilter } from '@/features/articles/api/article-list';
import type { ReviewFilter } from '@/features/reviews/api/review-list';
import type { NameKind } from '@/lib/name-path';

/** What each list is narrowed to; articles have no brands. */
export const nameFilters: Record<NameKind, (slug: string) => { reviews: ReviewFilter; articles?: ArticleFilter }> = {
  tags: (tag) => ({ reviews: { tag }, articles: { tag } }),
  brands: (brand) => ({ reviews: { brand } }),
  authors: (author) => ({ reviews: { author }, articles: { author } }),
};

/** Reports whether the lists say how many of each category they have. */
export const isCounted = (kind: NameKind): boolean => kind !== 'authors';
