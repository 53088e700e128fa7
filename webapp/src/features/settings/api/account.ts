import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Account } from '@/lib/api-types';

/** The admin's name and open sessions. */
export const accountQuery = queryOptions({
  queryKey: ['admin', 'account'],
  queryFn: ({ signal }) => api.get<Account>('/api/admin/account', { signal }),
  staleTime: 0,
});

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Changes the password; the server ends all sessions and begins a new one here. Rejects with ApiError, which names the field. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: PasswordChange) => api.post<unknown>('/api/admin/password', change),
    onSuccess: () => Promise.all(['account', 'session'].map((part) => client.invalidateQueries({ queryKey: ['admin', part] }))),
  });
}

/** Ends all other sessions. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => api.delete('/api/admin/sessions/others'),
    onSuccess: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}
