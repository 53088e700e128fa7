// How much the site holds, drafts included; kept under the key that the dashboard's frame asks for it with.
import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client';

export interface DeskOverview {
  reviews: { total: number; published: number; drafts: number; featured: number; byCategory: { categoryId: number; count: number }[] };
  articles: { total: number; published: number; drafts: number };
}

export const deskOverviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => api.get<DeskOverview>('/api/admin/overview', { signal }),
  staleTime: 0,
});
