import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Description } from '../types';

/** What the API says of the bots' calls. It changes with the program only. */
export const descriptionQuery = queryOptions({
  queryKey: ['description'],
  queryFn: ({ signal }) => api.get<Description>('/api/openapi.json?tag=Bots', { signal }),
});
