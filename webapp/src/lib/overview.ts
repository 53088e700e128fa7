import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';

/** What the site holds, drafts included. */
export interface Overview {
  /** Whether the event log answers, and takes writes; asOf is until when what is shown is known to be all there was, RFC 3339, null while it is. */
  log?: { available: boolean; writable: boolean; asOf: string | null };
  reviews: { total: number; published: number; drafts: number; featured: number; byCategory: { categoryId: number; count: number }[] };
  articles: { total: number; published: number; drafts: number };
  messages: { unread: number; read: number };
  keys: { active: number; total: number };
}

/** The dashboard's counts, asked for every five seconds like the messages (spec section 9). */
export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => api.get<Overview>('/api/admin/overview', { signal }),
  staleTime: 0,
  refetchInterval: 5000,
});
