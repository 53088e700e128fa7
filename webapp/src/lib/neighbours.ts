import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Neighbours } from './api-types';

/** What comes before and after a review or an article in the list of all. */
export const neighboursQuery = (kind: 'reviews' | 'news', id: number) =>
  queryOptions({
    queryKey: [kind, 'neighbours', id],
    queryFn: ({ signal }) => api.get<Neighbours>(`/api/${kind}/${id}/neighbours`, { signal }),
  });
