// The session, kept under the key that the dashboard's frame asks for it with.
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

interface ServerSession {
  authenticated: boolean;
  username?: string;
  /** RFC 3339. */
  loginTime?: string;
  expiresAt?: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['admin', 'session'],
  queryFn: ({ signal }) => api.get<ServerSession>('/api/admin/session', { signal }),
  staleTime: 0,
});
