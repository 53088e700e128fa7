// /tech-articles
import { Page } from '@/components/layout/page';
import { ArticleGrid } from '@/features/articles/components/article-grid';
import { heads } from '../heads';

export default function ArticlesRoute() {
  return (
    <Page head={heads.articles}>
      <h1 className="text-h2 sm:text-h1">Tech Articles</h1>
      <p className="mt-4 mb-10 max-w-measure border-b border-rule pb-8 text-body text-secondary">{heads.articles.description}</p>
      <ArticleGrid />
    </Page>
  );
}
