// Undoing a key's changes: the preview, page by page, and the undo itself, part by part.
import type { QueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Compensation, UndoOutcome } from '@/lib/api-types';
import { uuid } from '@/lib/uuid';

/** Items in a page of the preview, and in a part of the undo: small enough for progress to be seen. */
const pageSize = 500;
const partSize = 250;

export type ItemKind = Compensation['kind'];

type AtRevision = Pick<UndoOutcome['done'][number], 'kind' | 'id' | 'revision'>;

/** Which items a part is about, and what is the same for all of them. */
interface Part {
  whose: object;
  items: readonly AtRevision[];
}

export interface Outcome {
  done: UndoOutcome['done'];
  errors: UndoOutcome['errors'];
  /** What each request has changed. */
  changed: { requestId: string; items: AtRevision[] }[];
}

type Progress = (done: number, total: number) => void;

/** Loads the items that the key changed since the moment (null: ever), in the order of its first changes. */
export async function previewUndo(key: number, since: string | null, signal: AbortSignal, progress: Progress): Promise<Compensation[]> {
  const found: Compensation[] = [];
  let total = 1;
  for (let offset = 0; offset < total; offset += pageSize) {
    const parameters = new URLSearchParams({ limit: String(pageSize), offset: String(offset), ...(since === null ? {} : { since }) });
    const page = await api.get<{ total: number; items: Compensation[] }>(`/api/admin/api-keys/${key}/undo?${parameters.toString()}`, {
      signal,
    });
    found.push(...page.items);
    total = page.total;
    progress(Math.min(offset + pageSize, total), total);
  }
  return found;
}

export interface Undo {
  /** The call's path: that of a key, or of a request. */
  path: string;
  parts: readonly Part[];
  deactivate: boolean;
  /** The parts' idempotency keys begin with it: the same undo sent again does nothing twice. */
  name: string;
}

/** How many items an undo is about. */
export const sizeOf = ({ parts }: Undo): number => parts.reduce((sum, { items }) => sum + items.length, 0);

/** An undo of what the key did; sent again, it must be the same object. */
export const keyUndo = (key: number, since: string | null, items: readonly AtRevision[], deactivate: boolean): Undo => ({
  path: `/api/admin/api-keys/${key}/undo`,
  parts: inParts(since === null ? {} : { since }, items),
  deactivate,
  name: uuid(),
});

/** The way back from an undo. */
export const undoOfUndo = ({ changed }: Outcome): Undo => ({
  path: '/api/admin/undo',
  parts: changed.flatMap(({ requestId, items }) => inParts({ requestId }, items)),
  deactivate: false,
  name: uuid(),
});

/** One part at least. Categories come last: they can go once the reviews in them are gone. */
function inParts(whose: object, items: readonly AtRevision[]): Part[] {
  const ordered = [...items].sort((a, b) => Number(a.kind === 'category') - Number(b.kind === 'category'));
  const parts: Part[] = [];
  for (let from = 0; from === 0 || from < ordered.length; from += partSize)
    parts.push({ whose, items: ordered.slice(from, from + partSize) });
  return parts;
}

export async function carryOut(undo: Undo, progress: Progress): Promise<Outcome> {
  const outcome: Outcome = { done: [], errors: [], changed: [] };
  const total = sizeOf(undo);
  let count = 0;
  for (const [i, part] of undo.parts.entries()) {
    const items = part.items.map(({ kind, id, revision }) => ({ kind, id, revision }));
    const body = { ...part.whose, items, ...(undo.deactivate && i === 0 ? { deactivate: true } : {}) };
    const { requestId, done, errors } = await api.post<UndoOutcome>(undo.path, body, { idempotencyKey: `${undo.name}-${i}` });
    outcome.done.push(...done);
    outcome.errors.push(...errors);
    const changed = done.filter((d) => d.changed);
    if (changed.length > 0) outcome.changed.push({ requestId, items: changed });
    progress((count += items.length), total);
  }
  return outcome;
}

/** After an undo: refetches everything that the dashboard and the site show. */
export const refreshAll = (client: QueryClient): Promise<void> => client.invalidateQueries();
