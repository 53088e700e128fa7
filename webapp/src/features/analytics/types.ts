/** A page and how often it was viewed; and so on. */
export interface PageCount {
  page: string;
  count: number;
}

export interface CountryCount {
  /** ISO 3166, 'Local' or 'Unknown'. */
  country: string;
  count: number;
}

/** One of the last tracked events (spec section 3). */
export interface RecentEvent {
  id: number;
  event: string;
  page: string;
  /** '[erased]' when the visitor was. */
  ipAddress: string;
  country: string;
  city: string | null;
  /** RFC 3339. */
  createdAt: string;
}

/** What people did since the beginning; bots are left out of everything but their count (spec section 3). */
export interface Summary {
  uniqueVisitors: number;
  topPages: PageCount[];
  topCountries: CountryCount[];
  recentActivity: RecentEvent[];
  /** Views that bots made. */
  bots: number;
}

export type Range = '24h' | '7d' | '30d' | '90d' | 'all' | 'custom';
export type Bucket = 'hour' | 'day';

/** Whole days (UTC), both ends included: '2026-11-21'. */
export interface Dates {
  from: string;
  to: string;
}

/** One bar of the chart. */
export interface Point {
  /** RFC 3339, UTC. */
  start: string;
  views: number;
  visitors: number;
  /** That began in it. */
  sessions: number;
}

/** The sessions that began in a range of time. */
export interface Sessions {
  count: number;
  /** In them. */
  views: number;
  /** Sessions with one view. */
  bounces: number;
  viewsPerSession: number;
  /** 0 to 1. */
  bounceShare: number;
  /** How long sessions with two views or more lasted on average, from their first view to their last. */
  seconds: number;
}

/** What people did in a range of time; bots are left out of everything but their count. */
export interface Series {
  range: Range;
  /** The server tells a long time in weeks. */
  bucket: Bucket | 'week';
  from: string;
  to: string;
  buckets: Point[];
  views: number;
  /** Each counted once. */
  visitors: number;
  bots: number;
  sessions: Sessions;
  /** Sessions by their first page. */
  entryPages: PageCount[];
  /** Sites; '' is a direct visit. */
  referrers: { referrer: string; count: number }[];
  browsers: { browser: string; count: number }[];
  systems: { system: string; count: number }[];
  devices: { device: string; count: number }[];
  pages: PageCount[];
  countries: CountryCount[];
}
