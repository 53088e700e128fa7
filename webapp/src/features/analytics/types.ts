import type { Series, Summary } from '@/lib/api-types';

export type PageCount = Summary['topPages'][number];
export type RecentEvent = Summary['recentActivity'][number];

export type Range = Series['range'];
/** The intervals that can be chosen; the server shows long ranges in weeks. */
export type Bucket = Exclude<Series['bucket'], 'week'>;
/** One bar of the chart. */
export type Point = Series['buckets'][number];
export type Sessions = Series['sessions'];

/** Whole days (UTC), both ends included: '2026-11-21'. */
export interface Dates {
  from: string;
  to: string;
}
