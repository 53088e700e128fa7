// /tech-articles
import { Page } from '@/components/layout/page';
import { ArticleGrid } from '@/features/articles/components/article-grid';
import { heads } from '../heads';

export default function ArticlesRoute() {
  return (
    <Page head={heads.articles}>
      <h1 className="text-h2 sm:text-h1">Tech Articles</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">{heads.articles.description}</p>
      <hr className="mt-8 mb-10 border-rule" />
      <ArticleGrid />
    </Page>
  );
}
