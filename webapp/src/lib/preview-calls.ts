// Preview links: addresses under which somebody without an account can read an item with its draft.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Preview, PreviewLink } from './api-types';

/** The links of an item that still work; path is its content type's part of the addresses: 'news'. */
export interface PreviewCalls {
  list: () => ReturnType<typeof linksOptions>;
  create: () => Promise<PreviewLink>;
  withdraw: (linkId: string) => Promise<void>;
}

const linksOptions = (path: string, key: readonly unknown[]) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => api.get<PreviewLink[]>(path, { signal }), staleTime: 0 });

export function previewCalls(path: string, id: number): PreviewCalls {
  const at = `/api/admin/${path}/${id}/preview-links`;
  return {
    list: () => linksOptions(at, ['admin', 'preview-links', path, id]),
    create: () => api.post<PreviewLink>(at, undefined),
    withdraw: (linkId) => api.delete(`${at}/${linkId}`),
  };
}

/** What is behind a preview link. Rejects with ApiError(404) when it is withdrawn or expired. */
export const previewQuery = (token: string) =>
  queryOptions({
    queryKey: ['preview', token],
    queryFn: ({ signal }) => api.get<Preview>(`/api/preview/${encodeURIComponent(token)}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
