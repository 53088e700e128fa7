// The tags and brands of published items, and what readers are told of them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { DescribedName, ItemRevision, NameChanges } from '@/lib/api-types';

export type DescribedKind = 'tags' | 'brands';

/** All tags or brands, by name. */
export const namesQuery = (kind: DescribedKind) =>
  queryOptions({
    queryKey: ['admin', 'names', kind],
    queryFn: ({ signal }) => api.get<DescribedName[]>(`/api/${kind}`, { signal }),
    staleTime: 0,
  });

export const getName = (kind: DescribedKind, slug: string): Promise<DescribedName> =>
  api.get<DescribedName>(`/api/${kind}/${encodeURIComponent(slug)}`);

/** The last 1,000 descriptions of a tag or a brand, newest first. */
export const nameHistoryQuery = (kind: DescribedKind, slug: string) =>
  queryOptions({
    queryKey: ['admin', 'name-history', kind, slug],
    queryFn: ({ signal }) => api.get<ItemRevision[]>(`/api/admin/${kind}/${encodeURIComponent(slug)}/history?limit=1000`, { signal }),
    staleTime: 0,
  });

interface Save {
  /** The tag or brand as it was loaded. */
  name: DescribedName;
  changes: NameChanges;
}

/** Changes a description. Rejects with ApiError: 400 names the field, 412 where someone else has changed it. */
export function useDescribeName(kind: DescribedKind) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ name, changes }: Save) =>
      api.patch<DescribedName>(`/api/admin/${kind}/${encodeURIComponent(name.slug)}`, changes, { ifMatch: name.revision }),
    onSuccess: () =>
      Promise.all([['admin', 'names', kind], ['admin', 'activity'], [kind]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
