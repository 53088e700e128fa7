// /admin/articles
import { AdminList } from '@/components/admin-list/admin-list';
import { articleType } from '@/features/admin-articles/article-type';
import { ArticleStory } from '@/features/articles/components/article-story';

export default function AdminArticlesRoute() {
  return <AdminList type={articleType} page={(article) => <ArticleStory article={article} />} />;
}
