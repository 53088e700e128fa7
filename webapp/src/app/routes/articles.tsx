// /tech-articles
import { Page } from '@/components/layout/page';
import { EmptyState } from '@/components/ui/state';
import { ArticleGrid } from '@/features/articles/components/article-grid';
import { breadcrumbs } from '@/lib/linked-data';
import type { PageHead } from '@/lib/page-head';

const head = {
  title: 'Tech Articles',
  description: 'News and articles about the technology around us, from the Candor newsroom.',
  keywords: 'tech news, tech articles, technology',
  path: '/tech-articles',
  data: [breadcrumbs({ name: 'Tech Articles', path: '/tech-articles' })],
} satisfies PageHead;

export default function ArticlesRoute() {
  return (
    <Page head={head}>
      <h1 className="text-h2 sm:text-h1">Tech Articles</h1>
      <p className="mt-4 max-w-measure text-body text-secondary">{head.description}</p>
      <hr className="mt-8 mb-10 border-rule" />
      <ArticleGrid filter={{}} empty={<EmptyState title="No tech articles yet">News and analysis will appear here once published.</EmptyState>} />
    </Page>
  );
}
