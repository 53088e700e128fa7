import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Message } from '@/lib/api-types';

/** How often the inbox is asked for, in milliseconds (spec section 9). */
const pollEvery = 5000;

/** Messages on a page. */
export const pageSize = 10;

export interface MessagesParams {
  /** From 1. */
  page: number;
  /** Absent: read or not. */
  read?: boolean | undefined;
  search: string;
}

/** A page of the inbox, newest first. The previous page is shown until the next one is there. */
export const messagesQuery = ({ page, read, search }: MessagesParams) =>
  queryOptions({
    queryKey: ['admin', 'messages', 'list', { page, read, search }],
    queryFn: ({ signal }) =>
      api.page<Message>(`/api/contact-messages${query({ limit: pageSize, offset: (page - 1) * pageSize || undefined, read, search })}`, {
        signal,
      }),
    staleTime: 0,
    refetchInterval: pollEvery,
    placeholderData: keepPreviousData,
  });
