// /admin/articles
import { AdminList } from '@/components/admin-list/admin-list';
import { articleType } from '@/features/admin-articles/article-type';
import { lazyNamed } from '@/lib/lazy-named';

const ArticleStory = lazyNamed(() => import('@/features/articles/components/article-story'), 'ArticleStory');

export default function AdminArticlesRoute() {
  return <AdminList type={articleType} page={(article) => <ArticleStory article={article} />} />;
}
