// The authors' profiles.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Author, AuthorChanges } from '@/lib/api-types';

const path = '/api/admin/authors';

/** All authors, by name. */
export const authorsQuery = queryOptions({
  queryKey: ['admin', 'authors'],
  queryFn: ({ signal }) => api.get<Author[]>(path, { signal }),
  staleTime: 0,
});

export const getAuthor = (id: number): Promise<Author> => api.get<Author>(`${path}/${id}`);

interface Save {
  /** The author as it was loaded; null for a new one. */
  author: Author | null;
  changes: AuthorChanges;
  /** The same for every try to send the same. */
  key: string;
}

/** Creates or changes an author. Rejects with ApiError: 400 names the fields, 412 where someone else has changed the author. */
export function useSaveAuthor() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ author, changes, key }: Save) =>
      author
        ? api.patch<Author>(`${path}/${author.id}`, changes, { ifMatch: author.revision })
        : api.post<Author>(path, changes, { idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: authorsQuery.queryKey }),
  });
}

/** Deletes an author for good. */
export function useDeleteAuthor() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => api.delete(`${path}/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: authorsQuery.queryKey }),
  });
}
