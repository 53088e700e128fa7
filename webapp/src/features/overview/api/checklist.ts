// What the owner of a new site has to do, as far as it is done.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { overviewQuery } from '@/lib/overview';

export type Step = 'name' | 'pages' | 'author' | 'review' | 'navigation' | 'backup';

export interface Checklist {
  items: { key: Step; done: boolean }[];
  /** It was put away for good. */
  dismissed: boolean;
}

const path = '/api/admin/checklist';

/** A part of the overview, so that whatever refreshes that refreshes this. It is asked for anew, because backups are made elsewhere. */
export const checklistQuery = queryOptions({
  queryKey: [...overviewQuery.queryKey, 'checklist'],
  queryFn: ({ signal }) => api.get<Checklist>(path, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && !state.data.dismissed ? 60_000 : false),
});

/** Puts the checklist away for good. */
export function useDismissChecklist() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => api.post<unknown>(`${path}/dismiss`, undefined),
    onSuccess: () => client.setQueryData(checklistQuery.queryKey, (now) => now && { ...now, dismissed: true }),
  });
}
