import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Session } from '@/lib/api-types';

/** Whether the server knows a session of this browser. Asked anew whenever a screen needs it. */
export const sessionQuery = queryOptions({
  queryKey: ['admin', 'session'],
  queryFn: ({ signal }) => api.get<Session>('/api/admin/session', { signal }),
  staleTime: 0,
});
