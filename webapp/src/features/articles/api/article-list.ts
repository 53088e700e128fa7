import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, mapped, query } from '@/lib/api-client';
import type { Article } from '@/lib/api-types';
import { summaryOf } from './articles';

/** How many articles a list shows at first and adds at a time. */
const pageSize = 24;

export interface ArticleFilter {
  /** A tag's slug. */
  tag?: string;
  /** An author's slug. */
  author?: string;
}

/** Published articles, newest first, in pages. */
export const articlesQuery = (filter: ArticleFilter) =>
  infiniteQueryOptions({
    queryKey: ['news', 'list', filter],
    queryFn: async ({ signal, pageParam }) =>
      mapped(
        await api.page<Article>(`/api/news${query({ ...filter, limit: pageSize, offset: pageParam || undefined })}`, { signal }),
        summaryOf,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const shown = all.reduce((n, page) => n + page.items.length, 0);
      return last.items.length > 0 && shown < last.total ? shown : undefined;
    },
  });
