// Everything that a page shows, fetched before it is rendered: each rendering that only finds out what is missing costs
// the server as much as the one that counts.
import type { QueryClient } from '@tanstack/react-query';
import { articleQuery } from '@/features/articles/api/article';
import { latestArticlesQuery } from '@/features/articles/api/articles';
import { newestArticlesQuery, relatedArticlesQuery } from '@/features/articles/api/related-articles';
import { categoriesQuery } from '@/features/categories/api/categories';
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
  ['/docs', (client) => client.query(descriptionQuery)],
];

const known = (path: string) => more.some(([pattern]) => pattern === path);

/**
 * Fetches what the page at a path is rendered from, as far as that is known here. What fails is left: the screen that
 * asks for it tells what that means.
 */
export async function fetchPage(path: string, client: QueryClient): Promise<void> {
  const queries = [...more, ...screenQueries.filter(([pattern]) => !known(pattern))];
  await Promise.allSettled([client.query(categoriesQuery), fetchFor(path, queries, client)]);
}
