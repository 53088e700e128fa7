// The public history of a review or an article. Its keys begin with those of the item, so that an edit refetches it.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Article, PublicHistory, Review, Version } from '@/lib/api-types';
import { kinds } from '@/lib/kinds';
import type { Rendered } from '@/lib/rendered';

/** The kinds with a public history, by their part of the API's addresses. */
export const listed = {
  reviews: { noun: 'review', list: kinds.review.list },
  news: { noun: 'article', list: kinds.article.list },
} as const;

export type Kind = keyof typeof listed;

/** A version with the item as it read then; null where it is withheld. */
export interface ReadVersion<Item> extends Version {
  item: Rendered<Item> | null;
}

/** How many versions the page shows at first and adds at a time. */
const pageSize = 25;

/** The versions that readers could see, newest first, in pages. Rejects with ApiError(404) where there is no public history. */
export const historyQuery = (kind: Kind, id: number) =>
  infiniteQueryOptions({
    queryKey: [kind, id, 'history'],
    queryFn: ({ signal, pageParam }) =>
      api.get<PublicHistory>(`/api/${kind}/${id}/history${query({ limit: pageSize, before: pageParam })}`, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });

const versionQuery = <Item>(kind: Kind, id: number, revision: number) =>
  queryOptions({
    queryKey: [kind, id, 'history', revision],
    queryFn: async ({ signal }) => {
      const version = await api.get<ReadVersion<Item> & { previous?: unknown }>(`/api/${kind}/${id}/history/${revision}`, { signal });
      // What isn't shown needn't be sent beside a page: the source of the text, and the item before, which the changes tell of.
      delete version.previous;
      if (version.item) for (const source of ['content', 'verdict']) Reflect.deleteProperty(version.item, source);
      return version;
    },
  });

/** A version of a review. Rejects with ApiError(404) for one that readers could never see. */
export const reviewVersionQuery = (id: number, revision: number) => versionQuery<Review>('reviews', id, revision);

/** The same of an article. */
export const articleVersionQuery = (id: number, revision: number) => versionQuery<Article>('news', id, revision);
