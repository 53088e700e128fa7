// The categories for screens of every feature: the links of the navigation, and a review's category by its id.
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { categoriesQuery } from '@/features/categories/api/categories';
import { firstCategories } from '@/lib/category-list';

export function useCategories() {
  const query = useQuery(categoriesQuery);
  const { data } = query;
  const categoryOf = useCallback((id: number) => data?.find((c) => c.id === id), [data]);
  return {
    query,
    /** The first four until the server has answered. */
    links: data && data.length > 0 ? data : firstCategories,
    categoryOf,
  };
}
