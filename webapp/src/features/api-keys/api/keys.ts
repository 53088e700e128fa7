import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { CreatedKey, DeletedItem, Key } from '@/lib/api-types';

/** How often last uses and what is left of the limits are looked at again, in milliseconds. */
const pollEvery = 15_000;

export const keysQuery = queryOptions({
  queryKey: ['admin', 'keys'],
  queryFn: ({ signal }) => api.get<Key[]>('/api/admin/api-keys', { signal }),
  staleTime: 0,
  refetchInterval: pollEvery,
});

/** Keys that are deleted: what they did can still be undone. Their titles are the names that they had. */
export const deletedKeysQuery = queryOptions({
  queryKey: ['admin', 'keys', 'deleted'],
  queryFn: ({ signal }) => api.get<DeletedItem[]>('/api/admin/api-keys/deleted', { signal }),
  staleTime: 0,
});

/** expiresAt is a date such as '2026-12-31', whose day (UTC) is the key's last; undefined for never. */
export const createKey = (key: { name: string; permissions: string[]; expiresAt: string | undefined }) =>
  api.post<CreatedKey>('/api/admin/api-keys', key);

export const deactivateKey = (id: number) => api.patch<Key>(`/api/admin/api-keys/${id}/deactivate`, undefined);

export const deleteKey = (id: number) => api.delete(`/api/admin/api-keys/${id}`);

/** After a write: the keys, the counts and the activity log ask anew. */
export async function refreshKeys(client: QueryClient): Promise<void> {
  await Promise.all(
    [
      ['admin', 'keys'],
      ['admin', 'overview'],
      ['admin', 'activity'],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
