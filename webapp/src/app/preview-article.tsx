// An article in the dashboard as readers will see it: the public page's own parts.
import { PreviewFrame } from '@/components/editor/preview-frame';
import { ArticleStory } from '@/features/articles/components/article-story';
import type { Article } from '@/lib/api-types';

export function PreviewArticle({ article, note }: { article: Article; note?: string | undefined }) {
  return (
    <PreviewFrame note={note}>
      <ArticleStory article={article} />
    </PreviewFrame>
  );
}
