// Without a network, a screen whose data isn't cached is shown once it is: until then, the last screen stays. (The home page is always
// cached.)
import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useLocation } from 'react-router-dom';
import { fixedPages, kindNames, kinds, pageAddress } from '@/lib/kinds';
import { loadCode } from '@/lib/load-code';

/** The screens that begin with data (screen-queries.ts). Others are shown at once. */
const withData = [
  ...kindNames.map((kind) => kinds[kind].list?.to ?? `/${kinds[kind].tab}`),
  ...fixedPages.map(pageAddress),
  '/category',
  '/tags',
  '/brands',
  '/authors',
];

const beginsWithData = (path: string) => withData.some((start) => path === start || path.startsWith(`${start}/`));

const waiting = new Map<string, Promise<void>>();

export function useDataOffline(): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  if (onlineManager.isOnline()) waiting.clear();
  else if (beginsWithData(pathname)) use(dataOf(pathname, search, client));
}

/** Resolves once the screen's data is cached or can't be fetched. React must get the same promise for the same screen. */
function dataOf(path: string, search: string, client: QueryClient): Promise<void> {
  // The code is loaded since the first link was reached (use-prefetch.ts), unless that was without a network, too.
  const data =
    waiting.get(path + search) ??
    loadCode(() => import('./screen-data')).then(({ fetchOffline }) => fetchOffline(path, new URLSearchParams(search), client));
  waiting.set(path + search, data);
  return data;
}
