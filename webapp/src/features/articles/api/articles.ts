import { queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Article } from '@/lib/api-types';
import { cardExcerpt, excerptSource } from '@/lib/excerpt';

/** How many articles are the latest (spec section 9). */
const latestCount = 3;

/** What a row or a card of a list shows of an article. */
export type ArticleSummary = Pick<Article, 'id' | 'title' | 'category' | 'createdAt' | 'publishedAt' | 'imageUrl' | 'pictures'> & {
  excerpt: string;
};

/** Returns no more of an article than its row or its card shows: pages carry the data of their lists. */
export const summaryOf = ({
  id,
  title,
  category,
  createdAt,
  publishedAt,
  imageUrl,
  pictures,
  excerpt,
  contentText,
}: Article): ArticleSummary => ({
  ...{ id, title, category, createdAt, publishedAt, imageUrl, pictures },
  excerpt: excerptSource(excerpt ?? contentText, cardExcerpt),
});

/** The latest articles: on the home page, and where a reader finds nothing else. */
export const latestArticlesQuery = queryOptions({
  queryKey: ['news', 'latest'],
  queryFn: async ({ signal }) => (await api.get<Article[]>(`/api/news${query({ limit: latestCount })}`, { signal })).map(summaryOf),
});
