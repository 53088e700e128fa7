// What the queries of all screens share.
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';

/** Fetches a query's data, unless it is cached. */
export type Fetcher = Pick<QueryClient, 'query' | 'infiniteQuery'>;

/** Returns the error of an address that shows nothing. */
export const notFound = () => new ApiError(404, '', 'Not Found');
