// The admin's calls on drafts: what an editor has typed and readers don't see yet. An item has one draft, and so has a section of
// the settings; an item that doesn't exist yet has one under a UUID that the editor chooses.
import { queryOptions } from '@tanstack/react-query';
import { api, ApiError, query } from './api-client';
import type { Draft, OtherEditors, WrittenDraft } from './api-types';
import type { SectionName } from './settings';

/** A content type's name in drafts. */
export type DraftKind = Exclude<Draft['kind'], 'settings'>;

/** The API's values of fields; of a field that breaks its rule, what was typed. */
export type DraftFields = Draft['fields'];

/** What an editor has typed of an item. */
export interface DraftInput {
  /** The revision that the edit began from; null for a new item. */
  base: number | null;
  fields: DraftFields;
  /** The same fields at base. */
  was: DraftFields;
}

/** A draft that was saved. Only its id and revision are known while the server can't show it yet. */
export type SavedDraft = WrittenDraft & Partial<Draft>;

interface Sending {
  /** Let the request outlive the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
}

/** Where the draft that an editor works on lies. All calls reject with ApiError. */
export interface DraftPlace {
  /** The path of its calls. */
  path: string;
  /** Null: there is none. */
  read: () => Promise<Draft | null>;
  /** Saves over the revision that the editor knows; null: it knows of no draft. ApiError(412) if there is another. */
  save: (input: DraftInput, known: number | null, sending?: Sending) => Promise<SavedDraft>;
  /** Does nothing where there is none. */
  discard: (known?: number, sending?: Sending) => Promise<void>;
}

/** Returns what the promise resolves to, or null for a 404. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

async function remove(path: string, known?: number, sending: Sending = {}): Promise<void> {
  await orNull(api.delete(path, { ...sending, ...(known === undefined ? {} : { ifMatch: known }) }));
}

/** Returns the place of an item's draft; path is its content type's part of the addresses: 'news'. */
export const itemDraft = (path: string, id: number): DraftPlace => draftOf(`/api/admin/${path}/${id}`);

/** Returns the place of the draft of a section of the settings. */
export const sectionDraft = (name: SectionName): DraftPlace => draftOf(`/api/admin/settings/${name}`);

function draftOf(path: string): DraftPlace {
  const at = `${path}/draft`;
  return {
    path,
    read: () => api.get<Draft | null>(at),
    save: (input, known, sending = {}) =>
      api.put<SavedDraft>(at, input, { ...sending, ...(known === null ? { ifNew: true } : { ifMatch: known }) }),
    discard: (known, sending) => remove(at, known, sending),
  };
}

/** Returns the place of the draft of an item that doesn't exist yet. */
export function newDraft(kind: DraftKind, id: string): DraftPlace {
  const at = `/api/admin/drafts/${id}`;
  return {
    path: at,
    read: () => orNull(api.get<Draft>(at)),
    save: ({ fields, was }, known, sending = {}) =>
      known === null
        ? api.post<SavedDraft>('/api/admin/drafts', { id, kind, fields, was }, sending)
        : api.put<SavedDraft>(at, { fields, was }, { ...sending, ifMatch: known }),
    discard: (known, sending) => remove(at, known, sending),
  };
}

/** Tells the server that a window edits what lies at a place, and returns who else does. */
export const announce = (place: DraftPlace, window: string, signal: AbortSignal): Promise<OtherEditors> =>
  api.put<OtherEditors>(`${place.path}/editing`, { window }, { signal });

/** Tells the server that a window has stopped. */
export const leave = (place: DraftPlace, window: string): Promise<void> =>
  api.delete(`${place.path}/editing${query({ window })}`, { keepalive: true });

/** The drafts of items of a kind that don't exist yet, newest first. */
export const newDraftsQuery = (kind: DraftKind) =>
  queryOptions({
    queryKey: ['admin', 'drafts', kind],
    queryFn: ({ signal }) => api.get<Draft[]>(`/api/admin/drafts${query({ kind })}`, { signal }),
    staleTime: 0,
  });
