// What the pages of tags, brands and authors say and list. The server describes them in the same words (httpapi/pages/addresses.go).
import type { ArticleFilter } from '@/features/articles/api/article-list';
import type { ReviewFilter } from '@/features/reviews/api/review-list';
import type { NameKind } from '@/lib/name-path';

interface Kind {
  /** In a message: 'Tag Not Found'. */
  noun: string;
  describe: (name: string) => string;
  /** What the page lists; articles have no brands. */
  filters: (slug: string) => { reviews: ReviewFilter; articles?: ArticleFilter };
}

export const nameKinds: Record<NameKind, Kind> = {
  tags: { noun: 'Tag', describe: (name) => `Reviews and articles about ${name}.`, filters: (tag) => ({ reviews: { tag }, articles: { tag } }) },
  brands: { noun: 'Brand', describe: (name) => `Honest reviews of products by ${name}.`, filters: (brand) => ({ reviews: { brand } }) },
  authors: { noun: 'Author', describe: (name) => `Reviews and articles by ${name}.`, filters: (author) => ({ reviews: { author }, articles: { author } }) },
};
