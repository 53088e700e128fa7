// What each screen asks for first, by its address: for whoever fetches it before React does.
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { articleQuery } from '@/features/articles/api/article';
import { articlesQuery } from '@/features/articles/api/articles';
import { reviewQuery } from '@/features/reviews/api/review';
import { reviewsQuery } from '@/features/reviews/api/reviews';
import { parseId } from './parse-id';

/** Screens' paths and how to fetch what they ask for; `it` is the path's parameter. */
export type ScreenQueries = [path: string, fetch: (client: QueryClient, it: string) => Promise<unknown>][];

/** A fetch by a path's id: nothing where it is none. */
export function byId(fetch: (client: QueryClient, id: number) => Promise<unknown>): ScreenQueries[number][1] {
  return async (client, it) => {
    const id = parseId(it);
    if (id !== null) await fetch(client, id);
  };
}

export const screenQueries: ScreenQueries = [
  ['/reviews', (client) => client.infiniteQuery(reviewsQuery({}))],
  ['/tech-articles', (client) => client.infiniteQuery(articlesQuery)],
  ['/category/:it', (client, category) => client.infiniteQuery(reviewsQuery({ category }))],
  ['/reviews/:it', byId((client, id) => client.query(reviewQuery(id)))],
  ['/tech-articles/:it', byId((client, id) => client.query(articleQuery(id)))],
];

/** Fetches what the screen at a path asks for. */
export async function fetchFor(path: string, queries: ScreenQueries, client: QueryClient): Promise<void> {
  for (const [pattern, fetch] of queries) {
    const match = matchPath(pattern, path);
    if (match) await fetch(client, match.params.it ?? '');
  }
}
