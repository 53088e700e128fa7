// /tech-articles
import { Page } from '@/components/layout/page';
import { ArticleGrid } from '@/features/articles/components/article-grid';

const head = { title: 'Tech Articles', description: 'News and analysis of technology: artificial intelligence, security, startups and what they change.', path: '/tech-articles' };

export default function ArticlesRoute() {
  return (
    <Page head={head}>
      <h1 className="text-h2 sm:text-h1">Tech Articles</h1>
      <p className="mt-4 mb-10 max-w-measure border-b border-rule pb-8 text-body text-secondary">{head.description}</p>
      <ArticleGrid />
    </Page>
  );
}
