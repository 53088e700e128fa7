// Fetches a screen's first data: before its link is pressed, and without a network. One module has both, so that the code for the second is
// there when the network goes.
import type { QueryClient } from '@tanstack/react-query';
import { keepTrying, reachable } from '@/stores/connection';
import type { Fetcher } from './fetcher';
import { fetchFor, hasQueries, screenQueries } from './screen-queries';

/** Fetches the screen's data ahead. Rejects if that fails. */
export const fetchAhead = (path: string, query: URLSearchParams, client: QueryClient) => fetchFor(path, query, screenQueries, client);

/** Resolves once the screen's data is cached, however old, or can't be fetched. */
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
