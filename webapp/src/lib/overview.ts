import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Overview } from './api-types';

/** The dashboard's counts, asked for every five seconds like the messages (spec section 9). */
export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => api.get<Overview>('/api/admin/overview', { signal }),
  staleTime: 0,
  refetchInterval: 5000,
});
