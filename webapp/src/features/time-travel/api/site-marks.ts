import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Mark } from '@/lib/api-types';

/** The most marks that the call returns: those that were stored last. */
export const mostMarks = 1000;

/** What was published and corrected since the beginning. It is loaded for each dialog anew, so that nothing changes while one is open. */
export const siteMarksQuery = queryOptions({
  queryKey: ['admin', 'time travel', 'marks'],
  queryFn: ({ signal }) => api.get<Mark[]>('/api/analytics/marks', { signal }),
  gcTime: 0,
});
