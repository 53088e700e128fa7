import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

/** How often the API is asked whether it serves, in milliseconds. */
const pollEvery = 15_000;

/** Fails while the API does not serve: the log can't be reached, the read models are behind, or nothing answers. */
export const statusQuery = queryOptions({
  queryKey: ['admin', 'api-status'],
  queryFn: ({ signal }) => api.get<unknown>('/health/ready', { signal }).then(() => true),
  staleTime: 0,
  refetchInterval: pollEvery,
});
