// What the server has of an editor's unsaved changes, and how it gets the rest.
import type { Values } from '@/components/content/content-type';
import { draftFields } from '@/components/content/draft-fields';
import { changedFields, type EditorForm, type RuledFields } from '@/components/content/form';
import { ApiError } from '@/lib/api-client';
import type { Actor, Draft, DraftSchedule } from '@/lib/api-types';
import type { DraftInput, DraftPlace, SavedDraft } from '@/lib/draft-calls';

/** What a request may carry that outlives its page, in characters; browsers refuse more than 64 KiB. */
const mostAtTheEnd = 60_000;

/** The item as it was loaded: its revision, null for a new one, and its form. */
interface Base {
  revision: number | null;
  values: Values;
}

/** When and by whom a draft was saved. */
export interface DraftInfo {
  at: string;
  /** Null: here, by the person who sits here. */
  by: Actor | null;
  /** When it goes live automatically; null if it doesn't. */
  schedule: DraftSchedule | null;
}

interface Known {
  /** The revision of the server's draft; null if it has none. */
  revision: number | null;
  /** The names of the fields in it. */
  fields: readonly string[];
  /** The form as the server has it. */
  values: Values;
}

interface Options {
  form: EditorForm;
  type: RuledFields;
  place: DraftPlace;
  /** Makes a call. */
  call: <T>(request: () => Promise<T>) => Promise<T>;
  onSaved: (info: DraftInfo | null) => void;
}

export interface DraftStore {
  known: () => Known;
  /** From now on, changes are changes of this item. */
  setBase: (base: Base) => void;
  /** The server has this draft, or none, and the form made of it. */
  follow: (draft: Draft | null, values: Values) => void;
  /** Returns what there is to save, as a text to compare. */
  content: () => string;
  /** Saves it, and returns the content that the server then has. ApiError(412) if somebody else has saved another draft. */
  save: (signal: AbortSignal) => Promise<string>;
  /** Saves it while the page goes away; false if it is too large for that. */
  sendLast: () => boolean;
  fitsTheEnd: () => boolean;
}

export function newDraftStore({ form, type, place, call, onSaved }: Options): DraftStore {
  let base: Base | null = null;
  let known: Known = { revision: null, fields: [], values: {} };

  /** Returns the fields that differ from the item's, as a draft; null if none does. */
  const changes = (): DraftInput | null => {
    const values = form.getValues();
    const names = base ? changedFields(type, base.values, values) : [];
    if (!base || names.length === 0) return null;
    return { base: base.revision, fields: draftFields(type, values, names), was: draftFields(type, base.values, names) };
  };

  const put = async (input: DraftInput, signal: AbortSignal): Promise<SavedDraft> => {
    const save = () => call(() => place.save(input, known.revision, { signal }));
    try {
      return await save();
    } catch (error) {
      // The draft of a new item was discarded elsewhere, while somebody writes on here.
      if (!(error instanceof ApiError && error.status === 404) || base?.revision !== null || known.revision === null) throw error;
      known = { ...known, revision: null };
      return save();
    }
  };

  return {
    known: () => known,
    setBase: (now) => (base = now),
    follow: (draft, values) => {
      known = { revision: draft?.revision ?? null, fields: Object.keys(draft?.fields ?? {}), values };
      onSaved(draft && { at: draft.updatedAt, by: draft.by, schedule: draft.schedule });
    },
    content: () => JSON.stringify(changes()?.fields ?? {}),
    save: async (signal) => {
      const values = { ...form.getValues() };
      const input = changes();
      if (!input) {
        const { revision } = known;
        if (revision !== null) await call(() => place.discard(revision));
        known = { revision: null, fields: [], values };
        onSaved(null);
        return JSON.stringify({});
      }
      const saved = await put(input, signal);
      known = { revision: saved.revision, fields: Object.keys(input.fields), values };
      onSaved({ at: saved.updatedAt ?? new Date().toISOString(), by: saved.by ?? null, schedule: saved.schedule ?? null });
      return JSON.stringify(input.fields);
    },
    sendLast: () => {
      const input = changes();
      if (JSON.stringify(input).length > mostAtTheEnd) return false;
      const sending = input
        ? place.save(input, known.revision, { keepalive: true })
        : place.discard(known.revision ?? undefined, { keepalive: true });
      void sending.catch(() => undefined);
      return true;
    },
    fitsTheEnd: () => JSON.stringify(changes()).length <= mostAtTheEnd,
  };
}
