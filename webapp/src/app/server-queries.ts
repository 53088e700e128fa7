// Fetches everything that a page shows before it is rendered: a rendering that only discovers missing data costs as much as
// the final one.
import type { QueryClient } from '@tanstack/react-query';
import { articleQuery } from '@/features/articles/api/article';
import { latestArticlesQuery } from '@/features/articles/api/articles';
import { newestArticlesQuery, relatedArticlesQuery } from '@/features/articles/api/related-articles';
import { categoriesQuery } from '@/features/categories/api/categories';
import { correctionsQuery } from '@/features/corrections/api/corrections';
import { descriptionQuery } from '@/features/docs/api/description';
import { relatedReviewsQuery } from '@/features/reviews/api/related-reviews';
import { reviewQuery } from '@/features/reviews/api/review';
import { featuredReviewsQuery } from '@/features/reviews/api/reviews';
import { byId, fetchFor, screenQueries, type ScreenQueries } from './screen-queries';

const more: ScreenQueries = [
  ['/', (client) => Promise.all([client.query(featuredReviewsQuery), client.query(latestArticlesQuery)])],
  ['/reviews/:it', byId(async (client, id) => client.query(relatedReviewsQuery((await client.query(reviewQuery(id))).categoryId)))],
  [
    '/tech-articles/:it',
    byId(async (client, id) => {
      const { category } = await client.query(articleQuery(id));
      await Promise.all([client.query(relatedArticlesQuery(category)), client.query(newestArticlesQuery)]);
    }),
  ],
  ['/corrections', (client) => client.infiniteQuery(correctionsQuery)],
  ['/docs', (client) => client.query(descriptionQuery)],
];

const known = (path: string) => more.some(([pattern]) => pattern === path);

/**
 * Fetches the data of the page at a path, as far as it is known here. Failures are ignored: the screen that needs the data
 * handles them.
 */
export async function fetchPage(path: string, client: QueryClient): Promise<void> {
  const queries = [...more, ...screenQueries.filter(([pattern]) => !known(pattern))];
  await Promise.allSettled([client.query(categoriesQuery), fetchFor(path, queries, client)]);
}
