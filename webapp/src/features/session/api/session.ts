import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

export interface ServerSession {
  authenticated: boolean;
  username?: string;
  /** When the admin signed in, RFC 3339. */
  loginTime?: string;
  /** When it ends, RFC 3339. */
  expiresAt?: string;
}

/** Whether the server knows a session of this browser. Asked anew whenever a screen needs it. */
export const sessionQuery = queryOptions({
  queryKey: ['admin', 'session'],
  queryFn: ({ signal }) => api.get<ServerSession>('/api/admin/session', { signal }),
  staleTime: 0,
});
