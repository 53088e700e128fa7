// The query cache and the specification's rules for it (section 9): no automatic refetch, no retry, never stale
// by default. Queries override what they need beside their call.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client';

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A 404 is final; after any other failure the query runs again when a screen needs it.
        retryOnMount: ({ state }) => !(state.error instanceof ApiError && state.error.status === 404),
      },
      mutations: { retry: false },
    },
  });
}
