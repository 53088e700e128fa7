// Without a network, a screen whose data isn't here is shown once it is: until then, what was being read stays.
import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useLocation } from 'react-router-dom';
import { keepTrying, reachable } from '@/stores/connection';
import { fetchFor, hasQueries, screenQueries, type Fetcher } from './screen-queries';

const waiting = new Map<string, Promise<void>>();

export function useDataOffline(): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  if (onlineManager.isOnline()) waiting.clear();
  else if (hasQueries(pathname)) use(dataOf(pathname, search, client));
}

/** Resolves once the screen's data is here, however old, or can't be had. React must get the same promise for the same screen. */
function dataOf(path: string, search: string, client: QueryClient): Promise<void> {
  const data = waiting.get(path + search) ?? fetchData(path, search, client);
  waiting.set(path + search, data);
  return data;
}

async function fetchData(path: string, search: string, client: QueryClient): Promise<void> {
  const cached: Fetcher = {
    query: (options) => client.query({ ...options, staleTime: 'static' }),
    infiniteQuery: (options) => client.infiniteQuery({ ...options, staleTime: 'static' }),
  };
  const fetched = fetchFor(path, new URLSearchParams(search), screenQueries, cached).catch(() => undefined);
  const isHere = await Promise.race([fetched.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 0, false))]);
  if (!isHere) await keepTrying(reachable);
  await fetched;
}
