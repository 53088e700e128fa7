import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { PublicHistory } from '@/lib/api-types';

/** The kinds that have a public history, by their calls. */
export type VersionedKind = 'reviews' | 'news';

/** The published versions of an item, newest first, in pages. Rejects with ApiError(404) when the item isn't published, or the site has no public history. */
export const historyQuery = (kind: VersionedKind, id: number) =>
  infiniteQueryOptions({
    queryKey: [kind, id, 'history'],
    queryFn: ({ signal, pageParam }) => api.get<PublicHistory>(`/api/${kind}/${id}/history${query({ before: pageParam || undefined })}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
