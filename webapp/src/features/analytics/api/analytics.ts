// The calls of the tab Analytics, asked again while it is open (spec section 7).
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ApiError, query } from '@/lib/api-client';
import { dayAfter } from '../days';
import type { Bucket, Dates, Range, Series, Summary } from '../types';

/** Both calls: refreshed every 10 s, retried 3 times, fresh for 5 s. What needs a new login is not retried. */
const live = {
  refetchInterval: 10_000,
  staleTime: 5_000,
  retry: (failures: number, error: Error) => failures < 3 && !(error instanceof ApiError && error.status === 401),
  retryDelay: 1_000,
};

export const summaryQuery = queryOptions({
  queryKey: ['admin', 'analytics', 'summary'],
  queryFn: ({ signal }) => api.get<Summary>('/api/analytics/summary', { signal }),
  ...live,
});

/** Of a range, or of days. What was shown stays until the other range is there. */
export const seriesQuery = (range: Range, bucket: Bucket, dates?: Dates) => {
  const span = dates ? { from: dates.from, to: dayAfter(dates.to) } : { range };
  return queryOptions({
    queryKey: ['admin', 'analytics', 'series', span, bucket],
    queryFn: ({ signal }) => api.get<Series>(`/api/analytics/series${query({ ...span, bucket })}`, { signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
};
