// What the owner of a new site has to do, as far as it is done.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

export type Step = 'name' | 'pages' | 'author' | 'review' | 'navigation' | 'backup';

export interface Checklist {
  items: { key: Step; done: boolean }[];
  /** It was put away for good. */
  dismissed: boolean;
}

const path = '/api/admin/checklist';

/** A part of what the dashboard asks for while it is open, because a backup is made elsewhere. */
export const checklistQuery = queryOptions({
  queryKey: ['admin', 'checklist'],
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
