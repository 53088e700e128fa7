import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Description } from '../types';

/** The description of the bots' calls, which changes only with the program. */
export const descriptionQuery = queryOptions({
  queryKey: ['description'],
  queryFn: ({ signal }) => api.get<Description>('/api/openapi.json?tag=Bots', { signal }),
});
