// The session, kept under the key that the dashboard's frame asks for it with.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Session } from '@/lib/api-types';

export const sessionQuery = queryOptions({
  queryKey: ['admin', 'session'],
  queryFn: ({ signal }) => api.get<Session>('/api/admin/session', { signal }),
  staleTime: 0,
});
