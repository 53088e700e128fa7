// What the pages of tags, brands and authors say and list. The server's heads have the same words (httpapi/pages/addresses.go).
import type { ArticleFilter } from '@/features/articles/api/article-list';
import type { ReviewFilter } from '@/features/reviews/api/review-list';
import type { NameKind } from '@/lib/name-path';

interface Kind {
  /** In a message: 'Tag Not Found'. */
  noun: string;
  /** What the page has, by how many items each list has; undefined while that isn't known. */
  heading: (name: string, reviews?: number, articles?: number) => string;
  describe: (name: string) => string;
  /** What the page lists; articles have no brands. */
  filters: (slug: string) => { reviews: ReviewFilter; articles?: ArticleFilter };
  /** Its lists say how many of each category they have. */
  counted: boolean;
}

export const nameKinds: Record<NameKind, Kind> = {
  tags: {
    noun: 'Tag',
    heading: (name, reviews, articles) => `${articles === 0 ? 'Reviews' : reviews === 0 ? 'Articles' : 'Reviews and articles'} tagged “${name}”`,
    describe: (name) => `Reviews and articles about ${name}.`,
    filters: (tag) => ({ reviews: { tag }, articles: { tag } }),
    counted: true,
  },
  brands: {
    noun: 'Brand',
    heading: (name) => `Reviews of ${name} products`,
    describe: (name) => `Honest reviews of products by ${name}.`,
    filters: (brand) => ({ reviews: { brand } }),
    counted: true,
  },
  authors: {
    noun: 'Author',
    heading: (name) => name,
    describe: (name) => `Reviews and articles by ${name}.`,
    filters: (author) => ({ reviews: { author }, articles: { author } }),
    counted: false,
  },
};
