import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Name } from '@/lib/api-types';

/** The kinds of names, as their addresses begin. */
export type NameKind = 'tags' | 'brands' | 'authors';

/** A tag, a brand or an author of published items. Rejects with ApiError(404) when nothing has it. */
export const nameQuery = (kind: NameKind, slug: string) =>
  queryOptions({
    queryKey: [kind, slug],
    queryFn: ({ signal }) => api.get<Name>(`/api/${kind}/${encodeURIComponent(slug)}`, { signal }),
  });
