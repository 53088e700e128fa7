// /admin/articles
import { lazy } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { articleType } from '@/features/admin-articles/article-type';

const ArticleStory = lazy(async () => ({ default: (await import('@/features/articles/components/article-story')).ArticleStory }));

export default function AdminArticlesRoute() {
  return <AdminList type={articleType} page={(article) => <ArticleStory article={article} />} />;
}
