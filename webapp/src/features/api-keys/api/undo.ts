// Undoing what a key did: the preview, page by page, and the undo itself, part by part under one request id.
import type { QueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Actor } from '@/lib/item-history';
import { uuid } from '@/lib/uuid';

/** Items in a page of the preview, and in a part of the undo: small enough for progress to be seen. */
const pageSize = 500;
const partSize = 250;

export type ItemKind = 'review' | 'article' | 'category';

interface Named {
  kind: ItemKind;
  id: number;
}

interface AtRevision extends Named {
  revision: number;
}

/** What taking back means for one item. Times are RFC 3339. */
export interface Compensation extends AtRevision {
  title: string;
  /** Types of the key's events, 'ReviewCreated', each once. */
  did: string[];
  last: string;
  action: 'delete' | 'restore' | 'revert' | 'none' | 'keep';
  /** The action for people. */
  words: string;
  /** The latest change by somebody else after the key's first one. */
  changedSince: { by: Actor; at: string } | null;
}

export interface Outcome {
  done: (AtRevision & { changed: boolean })[];
  errors: (Named & { message: string })[];
}

type Progress = (done: number, total: number) => void;

/** Everything that the key touched since the moment, in the order in which it did so first; null for ever. */
export async function previewUndo(key: number, since: string | null, signal: AbortSignal, progress: Progress): Promise<Compensation[]> {
  const found: Compensation[] = [];
  let total = 1;
  for (let offset = 0; offset < total; offset += pageSize) {
    const parameters = new URLSearchParams({ limit: String(pageSize), offset: String(offset), ...(since === null ? {} : { since }) });
    const page = await api.get<{ total: number; items: Compensation[] }>(`/api/admin/api-keys/${key}/undo?${parameters.toString()}`, { signal });
    found.push(...page.items);
    total = page.total;
    progress(Math.min(offset + pageSize, total), total);
  }
  return found;
}

export interface Undo {
  /** Where to: of a key, or of a request. */
  path: string;
  /** What is the same in each part. */
  whose: object;
  items: readonly AtRevision[];
  deactivate: boolean;
  /** Names all parts; the same undo sent again does nothing twice. */
  requestId: string;
}

/** An undo of what the key did; sent again, it must be the same object. */
export const keyUndo = (key: number, since: string | null, items: readonly AtRevision[], deactivate: boolean): Undo => ({
  path: `/api/admin/api-keys/${key}/undo`,
  whose: since === null ? {} : { since },
  items,
  deactivate,
  requestId: uuid(),
});

/** The way back from an undo. */
export const undoOfUndo = ({ requestId }: Undo, { done }: Outcome): Undo => ({
  path: '/api/admin/undo',
  whose: { requestId },
  items: done.filter((d) => d.changed),
  deactivate: false,
  requestId: uuid(),
});

/** Categories come last: they can go once the reviews in them are gone. */
export async function carryOut(undo: Undo, progress: Progress): Promise<Outcome> {
  const ordered = [...undo.items].sort((a, b) => Number(a.kind === 'category') - Number(b.kind === 'category'));
  const outcome: Outcome = { done: [], errors: [] };
  for (let from = 0; from === 0 || from < ordered.length; from += partSize) {
    const items = ordered.slice(from, from + partSize).map(({ kind, id, revision }) => ({ kind, id, revision }));
    const body = { ...undo.whose, items, ...(undo.deactivate && from === 0 ? { deactivate: true } : {}) };
    const part = await api.post<Outcome>(undo.path, body, { requestId: undo.requestId, idempotencyKey: `${undo.requestId}-${from}` });
    outcome.done.push(...part.done);
    outcome.errors.push(...part.errors);
    progress(Math.min(from + partSize, ordered.length), ordered.length);
  }
  return outcome;
}

/** After an undo: whatever the dashboard and the site show asks anew. */
export const refreshAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
