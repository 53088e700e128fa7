import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { Activity } from '@/lib/api-types';

/** Entries that are shown at a time (spec section 9). */
const step = 50;

/** How often it is looked for newer ones, in milliseconds. */
const pollEvery = 5000;

/** The actions, newest first, a step at a time. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ['admin', 'activity', 'list'],
  queryFn: ({ signal, pageParam }) =>
    api.page<Activity>(`/api/admin/activity${query({ limit: step, before: pageParam || undefined })}`, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ items }) => (items.length < step ? undefined : items.at(-1)?.id),
  staleTime: 0,
});

/** The number of the newest action, asked for all the time; the list itself is asked for only when there is a newer one. */
export const newestQuery = queryOptions({
  queryKey: ['admin', 'activity', 'newest'],
  queryFn: async ({ signal }) => (await api.get<Activity[]>('/api/admin/activity?limit=1', { signal }))[0]?.id ?? 0,
  staleTime: 0,
  refetchInterval: pollEvery,
});
