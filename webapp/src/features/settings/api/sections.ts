// The sections of the site's settings, and their histories.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, query } from '@/lib/api-client';
import type { AllSettings, SettingsRevision } from '@/lib/api-types';
import type { Section, SectionName } from '@/lib/settings';
import { siteQuery } from '@/lib/site-settings';

const path = '/api/admin/settings';

/** All sections: the settings in effect, with their defaults. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => api.get<AllSettings>(path, { signal }),
  staleTime: 0,
});

/** The changes of a section, newest first, page by page. */
export const sectionHistoryQuery = (name: SectionName) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'settings-history', name],
    queryFn: ({ signal, pageParam }) => api.get<SettingsRevision[]>(`${path}/${name}/history${query({ before: pageParam })}`, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => {
      const oldest = last.at(-1)?.revision ?? 1;
      return oldest > 1 ? oldest : undefined; // revision 1 ends the list
    },
    staleTime: 0,
  });

/** What a change answers: the section, or, where the server can't show it yet, the new revision alone. */
type Answer = Section | Pick<Section, 'revision'>;

/** What was answered is shown at once, and whatever may show the settings is fetched anew. */
function changed(client: QueryClient, name: SectionName, answer: Answer): void {
  if ('defaults' in answer) client.setQueryData(settingsQuery.queryKey, (all) => all && { ...all, [name]: answer });
  else void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
  const keys = [siteQuery.queryKey, sectionHistoryQuery(name).queryKey, ['admin', 'activity'], ['admin', 'media'], ['admin', 'overview']];
  for (const queryKey of keys) void client.invalidateQueries({ queryKey: [...queryKey] });
}

interface Change {
  /** The fields that change; null for one that goes back to its default. */
  fields: Readonly<Record<string, unknown>>;
  /** The revision that the change is made to. */
  revision: number;
  /** Whether what is kept too long by shorter settings may be deleted. */
  confirm?: boolean;
}

/**
 * Changes fields of a section. Rejects with ApiError: 400 names the fields, 412 where the section was changed since the revision, and 409
 * with the number of things that would be deleted, unless that is confirmed.
 */
export function useSaveSection(name: SectionName) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ fields, revision, confirm }: Change) =>
      api.put<Answer>(`${path}/${name}`, { ...fields, ...(confirm ? { confirm } : {}) }, { ifMatch: revision }),
    onSuccess: (answer) => changed(client, name, answer),
  });
}

interface Restoring {
  /** The revision to go back to; 0: the defaults. */
  to: number;
  /** The section's revision that the admin has seen. */
  revision: number;
  confirm?: boolean;
}

/** Sets a section back to what it was at a revision. Rejects as useSaveSection. */
export function useRestoreSection(name: SectionName) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ to, revision, confirm }: Restoring) =>
      api.post<Answer>(`${path}/${name}/history/${to}/restore`, confirm ? { confirm } : undefined, { ifMatch: revision }),
    onSuccess: (answer) => changed(client, name, answer),
  });
}
