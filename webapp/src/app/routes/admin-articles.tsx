// /admin/articles: the desk of tech articles, with the public page's parts for its preview.
import ArticlesTab from '@/features/admin-articles/components/articles-tab';
import { PreviewArticle } from '../preview-article';

export default function AdminArticlesRoute() {
  return <ArticlesTab preview={(article, note) => <PreviewArticle article={article} note={note} />} />;
}
