// The editor's work: loading, merging, restoring and saving. Its looks are in editor-dialog.tsx.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import type { ContentType, Value, Values } from '@/components/content/content-type';
import { changedFields, inFormOrder, labelsOf, markField, noteField, sameMeaning, schemaOf, valuesOf } from '@/components/content/form';
import { undoing } from '@/components/history/undo';
import { ApiError } from '@/lib/api-client';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';
import type { Actor } from '@/lib/api-types';
import { showToast } from '@/stores/toasts';
import { changesForReaders } from './correction-fields';
import { draftKey, dropDraft, saveDraft, readDraft, type Draft } from './drafts';
import { failureToast, fieldErrors } from './failures';
import { merge, type Change, type Conflict } from './merge';
import { useAutosave } from './use-autosave';
import { useGuard } from './use-guard';
import { useLoaded } from './use-loaded';
import { useRetryKey } from './use-retry-key';

/** Who saved an item, and when (RFC 3339). */
export interface Saved {
  by: Actor;
  at: string;
}

export interface Meanwhile {
  /** Whether someone else saved while the form was open, or since the restored draft was saved. */
  since: 'opening' | 'draft';
  /** Who saved it last, and when; null while it is unknown. */
  saved: Saved | null;
  taken: Change[];
  conflicts: Conflict[];
  /** How often saving was tried with conflicts open. */
  asked: number;
}

interface Options<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** Null for a new item. */
  id: number | null;
  onClose: () => void;
  /** Brings a field into view, which may be in a side panel that is closed. */
  reveal: (field: string) => void;
}

/** Returns the author and time of the newer change that a 412 reports. */
function savedBy({ problem: { changedBy, changedAt } }: ApiError): Saved | null {
  return typeof changedAt === 'string' && typeof changedBy === 'object' && changedBy !== null ? { by: changedBy as Actor, at: changedAt } : null;
}

/** Returns the author and time of the latest revision; null if the history can't be loaded. */
async function lastSaved<Item extends ContentItem, Body>(client: QueryClient, calls: ContentCalls<Item, Body>, id: number): Promise<Saved | null> {
  const latest = await client.infiniteQuery(calls.history(id)).then(({ pages }) => pages[0]?.[0], () => undefined);
  return latest ? { by: latest.actor, at: latest.at } : null;
}

export function useEditor<Item extends ContentItem, Body extends object>({ type, id, onClose, reveal }: Options<Item, Body>) {
  const client = useQueryClient();
  const name = draftKey(type.noun, id);
  const [base, setBase] = useState<{ item: Item | null; values: Values } | null>(() => (id === null ? { item: null, values: valuesOf(type, null) } : null));
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const [offer, setOffer] = useState<Draft | null>(() => readDraft(name));
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const [resolver] = useState(() => zodResolver<Values, unknown, object>(schemaOf<Body>(type, id === null)));
  const form = useForm<Values, unknown, object>({ resolver, defaultValues: valuesOf(type, null) });

  const same = (field: string, a: Value, b: Value) => sameMeaning(type, field, a, b);
  const changes = useCallback(() => {
    const values = form.getValues();
    const fields = base ? changedFields(type, base.values, values) : [];
    const part = (all: Values): Values => Object.fromEntries(fields.map((field) => [field, all[field] ?? '']));
    return base && fields.length > 0 ? { was: part(base.values), values: part(values) } : null;
  }, [base, form, type]);

  const autosave = useAutosave({ form, name, changes, paused: offer !== null });
  const guard = useGuard({ isDirty: useCallback(() => changes() !== null, [changes]), touched: autosave.touched, close: onClose });

  const loading = useLoaded({
    calls: type.calls,
    id,
    onLoad: (item) => {
      const values = valuesOf(type, item);
      setBase({ item, values });
      form.reset(values);
    },
  });

  const retryKey = useRetryKey();
  // Without a network a save fails at once: one that waited would later save an outdated form.
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: ({ body, fields, revision }: { body: object; fields: string[]; revision: number | undefined }) => {
      if (id === null) return type.calls.create(body as Body, retryKey(body));
      const changed = Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)));
      return type.calls.update(id, changed as Partial<Body>, revision);
    },
  });
  const merging = useMutation({ networkMode: 'always', mutationFn: (of: number) => client.query({ ...type.calls.get(of), networkMode: 'always' }) });

  const busy = saving.isPending || merging.isPending;

  /** Shows the form, and in it the first of the fields that have something wrong with them. */
  const showEdit = (wrong: readonly string[] = []) => {
    const first = inFormOrder(type).find((field) => wrong.includes(field));
    flushSync(() => {
      setTab('edit');
      if (first !== undefined) reveal(first);
    });
    return first;
  };

  /** Merges someone else's changes with the form; the admin chooses where both changed a field. */
  const mergeTheirs = async (of: number, was: Values, saved: Saved | null) => {
    const item = await merging.mutateAsync(of);
    const theirs = valuesOf(type, item);
    const { values, taken, conflicts } = merge(was, form.getValues(), theirs, same);
    setBase({ item, values: theirs });
    for (const [field, value] of Object.entries(values)) form.setValue(field, value);
    showEdit();
    setMeanwhile({ since: 'opening', saved, taken, conflicts, asked: 0 });
  };

  const fail = (error: unknown) => {
    const labels = labelsOf(type);
    const { known, other } = fieldErrors(error, labels);
    const first = showEdit(known.map(({ field }) => field));
    for (const { field, message } of known) form.setError(field, { type: 'server', message });
    if (first) form.setFocus(first);
    if (other.length > 0 || known.length === 0) showToast(failureToast(error, type.noun, id === null ? 'create' : 'update', other));
  };

  const save = form.handleSubmit(async (body) => {
    if (!base || busy) return;
    if (meanwhile?.conflicts.some((c) => c.choice === null)) {
      showEdit();
      setMeanwhile({ ...meanwhile, asked: meanwhile.asked + 1 });
      return;
    }
    const values = form.getValues();
    const note = values[markField] === true && changesForReaders(type, base.item, base.values, values) ? String(values[noteField]).trim() : null;
    if (note === '') {
      showEdit([noteField]);
      form.setError(noteField, { type: 'required', message: 'Describe what was wrong' }, { shouldFocus: true });
      return;
    }
    try {
      const fields = changedFields(type, base.values, values);
      const item = await saving.mutateAsync({ body: note === null ? body : { ...body, [noteField]: note }, fields, revision: base.item?.revision });
      autosave.stop();
      if (!offer) dropDraft(name);
      const toast = { title: id === null ? type.texts.created : type.texts.updated, description: item.title };
      showToast({ ...toast, ...(base.item && item.revision !== base.item.revision ? undoing(client, type.calls, base.item, item) : {}) });
      void type.calls.invalidate(client);
      guard.close();
    } catch (error) {
      try {
        if (id === null || !(error instanceof ApiError) || error.status !== 412) throw error;
        await mergeTheirs(id, base.values, savedBy(error));
      } catch (problem) {
        fail(problem);
      }
    }
  }, (errors) => void showEdit(Object.keys(errors)));

  return {
    form,
    tab,
    setTab,
    guard,
    saved: autosave.saved,
    item: base?.item ?? null,
    /** The form as it was loaded. */
    before: base?.values ?? {},
    state: base ? ('ready' as const) : loading.failure ? ('failed' as const) : ('loading' as const),
    failure: loading.failure,
    retry: loading.retry,
    busy,
    save: () => void save(),
    meanwhile,

    /** Resolves a conflict. The form's value is remembered, and 'mine' brings it back. */
    choose: (field: string, choice: 'mine' | 'theirs') => {
      if (!meanwhile) return;
      const conflicts = meanwhile.conflicts.map((c) => {
        if (c.field !== field) return c;
        const mine = c.choice === 'theirs' ? c.mine : form.getValues(field);
        form.setValue(field, choice === 'mine' ? mine : c.theirs, { shouldValidate: form.formState.isSubmitted });
        return { ...c, mine, choice };
      });
      setMeanwhile({ ...meanwhile, conflicts });
    },

    /** An earlier draft that was neither restored nor discarded yet. */
    offer: base ? offer : null,
    restore: () => {
      if (!base || !offer) return;
      const { values, conflicts } = merge(offer.was, offer.values, base.values, same);
      for (const field of Object.keys(offer.values)) if (field in values) form.setValue(field, values[field] ?? '');
      if (conflicts.length > 0) {
        setMeanwhile({ since: 'draft', saved: null, taken: [], conflicts, asked: 0 });
        if (id !== null) void lastSaved(client, type.calls, id).then((saved) => setMeanwhile((now) => now && { ...now, saved }));
      }
      setOffer(null);
    },
    dropOffer: () => {
      dropDraft(name);
      setOffer(null);
    },

    /** Closes without saving. */
    discard: () => {
      autosave.stop();
      if (!offer) dropDraft(name);
      guard.close();
    },
    /** Closes and leaves the draft on this device. */
    saveForLater: () => {
      const changed = changes();
      const draft = changed && saveDraft(name, { at: Date.now(), ...changed });
      if (!draft) {
        showToast({ variant: 'destructive', title: 'Error', description: 'There is not enough storage on this device for a draft. Your changes are still in the form: keep editing, or save now.' });
        guard.stay();
        return;
      }
      autosave.stop();
      showToast({ title: 'Draft saved on this device', description: 'You can restore it when you next open this form.' });
      guard.close();
    },
  };
}
