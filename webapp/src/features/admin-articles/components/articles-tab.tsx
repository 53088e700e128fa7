// The tab Tech Articles: all articles, drafts included, ten a page (spec section 2).
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { StatusFilter, statusOf } from '@/components/admin-list/status-filter';
import { HistoryDialog } from '@/components/history/history-dialog';
import { useListParams } from '@/hooks/use-list-params';
import { overviewQuery } from '@/lib/overview';
import { articleCalls } from '../api/articles';
import { articleKind, articleLabels } from '../article-form';
import { articleTemplate } from '../template';
import type { Article } from '@/lib/api-types';
import { ArticleDialog } from './article-dialog';
import { ArticleJsonDialog } from './article-json-dialog';
import { articleColumns, articleSummary } from './articles-columns';

const words = { one: 'article', many: 'articles', deleted: 'News deleted' };

interface Props {
  /** Shows an article as readers will see it. */
  preview: (article: Article, note?: string) => ReactNode;
}

export default function ArticlesTab({ preview }: Props) {
  const { value } = useListParams();
  const counts = useQuery(overviewQuery).data?.articles;
  return (
    <AdminList
      title="Tech Articles"
      words={words}
      calls={articleCalls}
      columns={articleColumns}
      actions={['publish', 'unpublish', 'delete']}
      summary={articleSummary}
      addressOf={(article) => `/tech-articles/${article.id}`}
      total={counts?.total}
      counts={[
        { name: 'Published', n: counts?.published },
        { name: 'Drafts', n: counts?.drafts },
      ]}
      filter={{ ...statusOf(value('status')) }}
      filterNames={['status']}
      filters={<StatusFilter />}
      empty={{ title: 'No tech articles yet', text: 'Items created here or sent by bots appear in this list. Drafts are visible only to you.' }}
      add="Add Article"
      template={articleTemplate}
      preview={preview}
      editor={(open, article, onClose) => <ArticleDialog open={open} article={article} onClose={onClose} preview={preview} />}
      history={(article, onClose) => (
        <HistoryDialog calls={articleCalls} noun={words.one} labels={articleLabels} correctable={articleKind.correctable} item={article} preview={preview} onClose={onClose} />
      )}
      json={(open, onClose) => <ArticleJsonDialog open={open} onClose={onClose} />}
    />
  );
}
