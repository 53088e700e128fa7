import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Message } from '@/lib/api-types';

/** One message. Rejects with ApiError(404) when it is deleted. */
export const messageQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'messages', id],
    queryFn: ({ signal }) => api.get<Message>(`/api/contact-messages/${id}`, { signal }),
    staleTime: 0,
  });
