// /admin/articles
import { lazy } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { articleType } from '@/features/admin-articles/article-type';
import { loadCode } from '@/lib/load-code';

const ArticleStory = lazy(async () => ({ default: (await loadCode(() => import('@/features/articles/components/article-story'))).ArticleStory }));

export default function AdminArticlesRoute() {
  return <AdminList type={articleType} page={(article) => <ArticleStory article={article} />} />;
}
