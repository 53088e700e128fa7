// The audit trail: its pages, its filter options, and the addresses of its file and its live stream.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ApiError, query } from '@/lib/api-client';
import type { Actor, HistoryEntry } from '@/lib/api-types';

/** Narrows the trail. */
export interface TrailFilter {
  actor?: string | undefined;
  actorId?: string | undefined;
  kind?: string | undefined;
  item?: string | undefined;
  type?: string | undefined;
  request?: string | undefined;
  /** RFC 3339. */
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

interface TrailPage {
  entries: HistoryEntry[];
  /** Before which the next page begins; undefined: there is none. */
  next: number | undefined;
  /** Up to which position the page knows everything, chosen or not. */
  newest: number | undefined;
  /** How far back a page looked that ended before it was full. */
  reached: string | undefined;
}

const path = '/api/admin/history';

async function page(filter: TrailFilter, before: number | undefined, signal: AbortSignal): Promise<TrailPage> {
  const response = await fetch(`${path}${query({ ...filter, before })}`, {
    credentials: 'include',
    headers: { Accept: 'application/json' },
    signal,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  const next = /[?&]before=(\d+)/.exec(response.headers.get('Link') ?? '')?.[1];
  return {
    entries: (await response.json()) as HistoryEntry[],
    next: next === undefined ? undefined : Number(next),
    newest: Number(response.headers.get('X-Newest')) || undefined,
    reached: response.headers.get('X-Reached') ?? undefined,
  };
}

/** The changes, newest first, a page after the other; a page may be empty while there is another. */
export const trailQuery = (filter: TrailFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'activity', 'trail', filter],
    queryFn: ({ signal, pageParam }) => page(filter, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

export interface TrailChoices {
  actors: Actor[];
  kinds: string[];
  types: string[];
}

export const choicesQuery = queryOptions({
  queryKey: ['admin', 'activity', 'choices'],
  queryFn: ({ signal }) => api.get<TrailChoices>(`${path}/choices`, { signal }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export const exportAddress = (filter: TrailFilter, format: 'ndjson' | 'csv') => `${path}/export${query({ ...filter, format })}`;

/** after: the position up to which everything is known. */
export const liveAddress = (filter: TrailFilter, after: number | undefined) => `${path}/live${query({ ...filter, after })}`;
