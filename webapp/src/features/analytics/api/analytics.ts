// The calls of the tab Analytics, asked again while it is open (spec section 7).
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ApiError, query } from '@/lib/api-client';
import { dayAfter } from '../days';
import type { Mark, Series, Summary } from '@/lib/api-types';
import type { Bucket, Dates, Range } from '../types';

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

/** The summary as of a past moment, which does not change. It is asked for again while the server builds it. */
export const pastSummaryQuery = (asOf: string) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'summary', asOf],
    queryFn: ({ signal }) => api.get<Summary>(`/api/analytics/summary${query({ asOf })}`, { signal }),
    staleTime: Infinity,
    retry: (failures: number, error: Error) => builtSoFar(error) !== null || live.retry(failures, error),
    retryDelay: live.retryDelay,
  });

/** How much of a past moment the server has built, 0 to 1; null when that is not what the error says. */
export function builtSoFar(error: Error | null): number | null {
  if (!(error instanceof ApiError) || error.problem.type !== 'urn:candor:problem:being-built') return null;
  return typeof error.problem.progress === 'number' ? error.problem.progress : 0;
}

/** The series of a range, or of days. The previous one is shown until the next is there. */
export const seriesQuery = (range: Range, bucket: Bucket, dates?: Dates) => {
  const span = dates ? { from: dates.from, to: dayAfter(dates.to) } : { range };
  return queryOptions({
    queryKey: ['admin', 'analytics', 'series', span, bucket],
    queryFn: ({ signal }) => api.get<Series>(`/api/analytics/series${query({ ...span, bucket })}`, { signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
};

/**
 * What was published and corrected while a series was counted, oldest first. A range that ends now has no end here: it moves with every
 * call.
 */
export const marksQuery = (series: Series | undefined) => {
  const span = { from: series?.from, to: series?.range === 'custom' ? series.to : undefined };
  return queryOptions({
    queryKey: ['admin', 'analytics', 'marks', span],
    queryFn: ({ signal }) => api.get<Mark[]>(`/api/analytics/marks${query(span)}`, { signal }),
    enabled: series !== undefined,
    placeholderData: keepPreviousData,
    ...live,
  });
};
