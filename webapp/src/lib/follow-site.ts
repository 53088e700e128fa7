// Keeps the formats in step with what the query cache knows of the site.
import type { QueryClient } from '@tanstack/react-query';
import type { Site } from './api-types';
import { setSiteFormat } from './site-format';
import { siteQuery } from './site-settings';

/** Writes dates, numbers and prices as the cache's site does, from now on and after every change. */
export function followSite(client: QueryClient): void {
  const [name] = siteQuery.queryKey;
  setSiteFormat(client.getQueryData<Site>(siteQuery.queryKey));
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && (query.queryKey as readonly unknown[])[0] === name && query.state.data)
      setSiteFormat(query.state.data as Site);
  });
}
