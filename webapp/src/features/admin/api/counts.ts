import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

/** How many reviews and articles there are, drafts included, and how many messages are unread. */
export interface Counts {
  reviews: number;
  articles: number;
  messages: number;
  unread: number;
}

/** The dashboard's counts. Rejects with ApiError(401) without a session. */
export const countsQuery = queryOptions({
  queryKey: ['admin', 'counts'],
  queryFn: async ({ signal }): Promise<Counts> => {
    const [reviews, articles, messages] = await Promise.all([
      api.page<unknown>('/api/admin/reviews?limit=1', { signal }),
      api.page<unknown>('/api/admin/news?limit=1', { signal }),
      api.get<{ isRead: boolean }[]>('/api/contact-messages', { signal }),
    ]);
    return { reviews: reviews.total, articles: articles.total, messages: messages.length, unread: messages.filter((m) => !m.isRead).length };
  },
  staleTime: 0,
});
