import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Article } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';

/** One published article. Rejects with ApiError(404) when it is missing or a draft; it isn't retried. */
export const articleQuery = (id: number) =>
  queryOptions({
    queryKey: ['news', id],
    queryFn: ({ signal }) => api.get<Rendered<Article>>(`/api/news/${id}`, { signal }),
  });
