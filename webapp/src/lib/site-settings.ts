import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Site } from './api-types';

/** What the site is set to: whether it has a public history. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api.get<Site>('/api/site', { signal }),
});
