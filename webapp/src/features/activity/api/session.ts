// The session and the site's counts, kept under the keys that the dashboard's frame asks for them with.
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

interface Overview {
  reviews?: { total: number };
  articles?: { total: number };
}

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => api.get<Overview>('/api/admin/overview', { signal }),
  staleTime: 0,
  refetchInterval: 5000,
});
