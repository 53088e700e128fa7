// The categories as they are edited, under the same key as in the public pages.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Category, CategoryChanges, NewCategory } from '@/lib/api-types';

const path = '/api/admin/categories';

/** All categories, in their order. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api.get<Category[]>('/api/categories', { signal }),
  staleTime: 0,
});

export const getCategory = (id: number): Promise<Category> => api.get<Category>(`/api/categories/${id}`);

interface Save {
  /** The category as it was loaded; null for a new one. */
  category: Category | null;
  changes: NewCategory;
  /** The same for every try to send the same. */
  key: string;
}

/** Creates or changes a category. Rejects with ApiError: 400 names the fields, 412 where someone else has changed the category. */
export function useSaveCategory() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ category, changes, key }: Save) =>
      category
        ? api.patch<Category>(`${path}/${category.id}`, changes satisfies CategoryChanges, { ifMatch: category.revision })
        : api.post<Category>(path, changes, { idempotencyKey: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  });
}

/** Puts the categories, by their ids, into an order. Orders that follow each other are sent one after another. */
export function useOrderCategories() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    scope: { id: 'order of categories' },
    mutationFn: async (ids: readonly number[]) => {
      const stored = await api.get<Category[]>('/api/categories');
      for (const [order, id] of ids.entries()) {
        if (stored.some((category) => category.id === id && category.order !== order))
          await api.patch<Category>(`${path}/${id}`, { order });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  });
}
