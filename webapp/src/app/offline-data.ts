// Fetches a screen's first data without a network: cached data will do, however old it is.
import type { QueryClient } from '@tanstack/react-query';
import { keepTrying, reachable } from '@/stores/connection';
import type { Fetcher } from './fetcher';
import { fetchFor, hasQueries, screenQueries } from './screen-queries';

/** Resolves once the screen's data is cached, or can't be fetched. */
export async function fetchOffline(path: string, query: URLSearchParams, client: QueryClient): Promise<void> {
  if (!hasQueries(path)) return;
  const cached: Fetcher = {
    query: (options) => client.query({ ...options, staleTime: 'static' }),
    infiniteQuery: (options) => client.infiniteQuery({ ...options, staleTime: 'static' }),
  };
  const fetched = fetchFor(path, query, screenQueries, cached).catch(() => undefined);
  const isHere = await Promise.race([fetched.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 0, false))]);
  if (!isHere) await keepTrying(reachable);
  await fetched;
}
