// The versions of an item that readers could see, and the admin's calls to withhold them.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { PublicHistory, Version } from './api-types';

/** The calls for the versions of a kind of item. All of them reject with ApiError; none updates the cache. */
export interface VersionCalls {
  /**
   * The versions, newest first. ApiError(404) where readers have no history: the item isn't published, its kind has none, or the site has
   * turned it off.
   */
  all: (id: number) => ReturnType<typeof versionOptions>;
  /** Readers see the reason in the version's place. ApiError(409) for the current version. */
  withhold: (id: number, revision: number, reason: string) => Promise<void>;
  /** Readers see the version again. */
  release: (id: number, revision: number) => Promise<void>;
}

// The key begins with that of the public item, so that every write refetches it.
const versionOptions = (path: string, id: number) =>
  queryOptions({
    queryKey: [path, id, 'history', 'all'],
    queryFn: async ({ signal }): Promise<Version[]> => (await api.get<PublicHistory>(`/api/${path}/${id}/history`, { signal })).versions,
    staleTime: 0,
  });

/** Returns the calls of a content type; path is its part of the addresses, 'news'. */
export function versionCalls(path: string): VersionCalls {
  const address = (id: number, revision: number) => `/api/admin/${path}/${id}/history/${revision}/withhold`;
  return {
    all: (id) => versionOptions(path, id),
    withhold: async (id, revision, reason) => {
      await api.post(address(id, revision), { reason });
    },
    release: (id, revision) => api.delete(address(id, revision)),
  };
}
