// What the owner of a new site has to do, as far as it is done.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Checklist } from '@/lib/api-types';
import { overviewQuery } from '@/lib/overview';

export type Step = Checklist['items'][number]['key'];

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

/** Says that the owner has read About, Privacy and Terms, and leaves them as they are. */
export function useConfirmPages() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => api.put<unknown>(`${path}/pages`, undefined),
    onSuccess: () => client.invalidateQueries({ queryKey: checklistQuery.queryKey }),
  });
}
