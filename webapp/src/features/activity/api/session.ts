// The session, under the same key as in the dashboard's frame.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Session } from '@/lib/api-types';

export const sessionQuery = queryOptions({
  queryKey: ['admin', 'session'],
  queryFn: ({ signal }) => api.get<Session>('/api/admin/session', { signal }),
  staleTime: 0,
});
