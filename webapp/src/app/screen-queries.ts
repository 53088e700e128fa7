// The first queries of each screen, by its address, so that they can be preloaded.
import { matchPath } from 'react-router-dom';
import { articleQuery } from '@/features/articles/api/article';
import { comparedQuery } from '@/features/reviews/api/compared';
import { pageQuery } from '@/features/pages/api/page';
import { reviewQuery } from '@/features/reviews/api/review';
import { askedIn } from '@/lib/compare-address';
import { fixedPages, pageAddress } from '@/lib/kinds';
import { notFound, type Fetcher } from './fetcher';
import { fetchArticles, fetchCategory, fetchCorrections, fetchName, fetchReviews } from './list-queries';
import { parseId } from './parse-id';
import { parseSlug } from './parse-slug';

/** An address: `it` is its path's parameter, and `revision` the second one of those that have two. */
interface Address {
  it: string;
  revision: string;
  query: URLSearchParams;
}

/** Screens' paths and how to fetch their data. */
export type ScreenQueries = [path: string, fetch: (client: Fetcher, address: Address) => Promise<unknown>][];

/** Makes a fetch by a path's id, which rejects with ApiError(404) if that is no id. */
export function byId(fetch: (client: Fetcher, id: number, revision: string) => Promise<unknown>): ScreenQueries[number][1] {
  return async (client, { it, revision }) => {
    const id = parseId(it);
    if (id === null) throw notFound();
    await fetch(client, id, revision);
  };
}

export const screenQueries: ScreenQueries = [
  ['/reviews', (client, { query }) => fetchReviews(client, query)],
  [
    '/compare',
    async (client, { query }) => {
      const { ids } = askedIn(query);
      if (ids.length > 0) await client.query(comparedQuery(ids));
    },
  ],
  ['/tech-articles', (client, { query }) => fetchArticles(client, query)],
  ['/corrections', (client, { query }) => fetchCorrections(client, query)],
  ['/category/:it', (client, { it, query }) => fetchCategory(client, it, query)],
  ['/reviews/:it', byId((client, id) => client.query(reviewQuery(id)))],
  ['/tech-articles/:it', byId((client, id) => client.query(articleQuery(id)))],
  [
    '/pages/:it',
    async (client, { it }) => {
      const slug = parseSlug(it);
      if (slug === null || (await client.query(pageQuery(slug))) === null) throw notFound();
    },
  ],
];

for (const slug of fixedPages) screenQueries.push([pageAddress(slug), (client) => client.query(pageQuery(slug))]);

for (const kind of ['tags', 'brands', 'authors'] as const)
  screenQueries.push([`/${kind}/:it`, (client, { it }) => fetchName(client, kind, it)]);

/** Reports whether the screen at a path begins with queries. */
export const hasQueries = (path: string): boolean =>
  screenQueries.some(([pattern]) => matchPath({ path: pattern, caseSensitive: true }, path));

/** A part of a path as it is meant: links have their paths encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Fetches the data of the screen at a path with a query. Rejects with ApiError(404) if its subject doesn't exist. */
export async function fetchFor(path: string, query: URLSearchParams, queries: ScreenQueries, client: Fetcher): Promise<void> {
  for (const [pattern, fetch] of queries) {
    const match = matchPath({ path: pattern, caseSensitive: true }, path);
    if (match) await fetch(client, { it: decoded(match.params.it ?? ''), revision: match.params.revision ?? '', query });
  }
}
