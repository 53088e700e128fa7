import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Week } from '@/lib/api-types';
import { overviewQuery } from '@/lib/overview';

/** What waits, and what happened in the last seven days. It is a part of the overview, so that whatever refreshes that refreshes this. */
export const weekQuery = queryOptions({
  queryKey: [...overviewQuery.queryKey, 'week'],
  queryFn: ({ signal }) => api.get<Week>('/api/admin/week', { signal }),
  staleTime: 0,
  refetchInterval: 60_000,
});
