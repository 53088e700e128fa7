// Fetches everything that a page shows before it is rendered: a rendering that only discovers missing data costs as much as
// the final one.
import type { QueryClient } from '@tanstack/react-query';
import { articleQuery } from '@/features/articles/api/article';
import { latestArticlesQuery } from '@/features/articles/api/articles';
import { newestArticlesQuery, relatedArticlesQuery } from '@/features/articles/api/related-articles';
import { categoriesQuery } from '@/lib/categories';
import { descriptionQuery } from '@/features/docs/api/description';
import { articleVersionQuery, historyQuery, reviewVersionQuery } from '@/features/public-history/api/history';
import { neighboursQuery } from '@/lib/neighbours';
import { siteQuery } from '@/lib/site-settings';
import { relatedReviewsQuery } from '@/features/reviews/api/related-reviews';
import { reviewQuery } from '@/features/reviews/api/review';
import { latestReviewsQuery } from '@/features/reviews/api/latest-reviews';
import { featuredReviewsQuery, newestReviewsQuery } from '@/features/reviews/api/reviews';
import { notFound, type Fetcher } from './fetcher';
import { isMissing } from './page-data';
import { parseRevision } from './parse-revision';
import { byId, fetchFor, screenQueries, type ScreenQueries } from './screen-queries';
import { hasScreen } from './screens';

/** Makes a fetch by a path's id and revision, which rejects with ApiError(404) if that is no revision. */
function ofRevision(fetch: (client: Fetcher, id: number, revision: number) => Promise<unknown>) {
  return async (client: Fetcher, id: number, text: string) => {
    const revision = parseRevision(text);
    if (revision === null) throw notFound();
    await fetch(client, id, revision);
  };
}

const more: ScreenQueries = [
  ['/', (client) => Promise.all([client.query(featuredReviewsQuery), client.query(newestReviewsQuery), client.query(latestArticlesQuery)])],
  [
    '/reviews/:it',
    byId(async (client, id) => {
      await Promise.all([
        client.query(reviewQuery(id)),
        client.query(relatedReviewsQuery(id)),
        client.query(neighboursQuery('reviews', id)),
      ]);
    }),
  ],
  [
    '/tech-articles/:it',
    byId(async (client, id) => {
      await Promise.all([
        client.query(articleQuery(id)),
        client.query(relatedArticlesQuery(id)),
        client.query(newestArticlesQuery),
        client.query(neighboursQuery('news', id)),
      ]);
    }),
  ],
  ['/reviews/:it/history', byId((client, id) => client.infiniteQuery(historyQuery('reviews', id)))],
  ['/tech-articles/:it/history', byId((client, id) => client.infiniteQuery(historyQuery('news', id)))],
  ['/reviews/:it/history/:revision', byId(ofRevision((client, id, revision) => client.query(reviewVersionQuery(id, revision))))],
  ['/tech-articles/:it/history/:revision', byId(ofRevision((client, id, revision) => client.query(articleVersionQuery(id, revision))))],
  ['/docs', (client) => client.query(descriptionQuery)],
];

const known = (path: string) => more.some(([pattern]) => pattern === path);

/**
 * Fetches the data of the page at a path with a query, as far as it is known here. Failures are ignored: the screen that needs the data
 * handles them.
 */
export async function fetchPage(path: string, query: URLSearchParams, client: QueryClient): Promise<void> {
  const queries = [...more, ...screenQueries.filter(([pattern]) => !known(pattern))];
  const [, , screen] = await Promise.allSettled([
    client.query(categoriesQuery),
    client.query(siteQuery),
    fetchFor(path, query, queries, client),
  ]);
  const missing = !hasScreen(path) || (screen.status === 'rejected' && isMissing(screen.reason));
  if (missing) await Promise.allSettled([client.query(latestReviewsQuery), client.query(latestArticlesQuery)]);
}
