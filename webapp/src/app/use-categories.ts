// The categories for screens of every feature: the links of the navigation, and a review's category by its id.
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { categoriesQuery } from '@/lib/categories';

export function useCategories() {
  const query = useQuery(categoriesQuery);
  const { data } = query;
  const categoryOf = useCallback((id: number) => data?.find((c) => c.id === id), [data]);
  return {
    query,
    links: data ?? [],
    categoryOf,
  };
}
