// An item of any kind, on its public page's own parts.
import { ArticleStory } from '@/features/articles/components/article-story';
import { PageText } from '@/features/pages/components/page-text';
import { ReviewArticle } from '@/features/reviews/components/review-article';
import type { Article, Category, Page, Review } from '@/lib/api-types';
import type { Kind } from '@/lib/kinds';
import type { Rendered } from '@/lib/rendered';

interface Props {
  kind: Kind;
  item: unknown;
  /** A review's. */
  category?: Category | undefined | null;
}

export function ShownItem({ kind, item, category }: Props) {
  switch (kind) {
    case 'review':
      return <ReviewArticle review={item as Rendered<Review>} category={category ?? undefined} />;
    case 'article':
      return <ArticleStory article={item as Rendered<Article>} />;
    case 'page':
      return <PageText page={item as Rendered<Page>} />;
  }
}
