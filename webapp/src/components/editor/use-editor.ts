// The editor's state: its form, its draft, merging, saving and leaving, each in a hook of its own. editor-dialog.tsx renders it.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import type { ContentType, Values } from '@/components/content/content-type';
import { formValues } from '@/components/content/draft-fields';
import { inFormOrder, valuesOf } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import type { ContentItem } from '@/lib/content-calls';
import { copyKey } from './device-copies';
import { useAutosave } from './use-autosave';
import { useCatchingUp } from './use-catching-up';
import { useCopyOffer } from './use-copy-offer';
import { useDraftId } from './use-draft-id';
import { useEditingElsewhere } from './use-editing-elsewhere';
import { useLeaving } from './use-leaving';
import { useLoaded, type Loaded } from './use-loaded';
import { useMerging } from './use-merging';
import { useSubmit } from './use-submit';
import { useUnscheduling } from './use-unscheduling';

interface Options<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** Null for a new item. */
  id: number | null;
  onClose: () => void;
  /** Brings a field into view, which may be in a side panel that is closed. */
  reveal: (field: string) => void;
}

export type Editor<Item extends ContentItem, Body extends object> = ReturnType<typeof useEditor<Item, Body>>;

export function useEditor<Item extends ContentItem, Body extends object>({ type, id, onClose, reveal }: Options<Item, Body>) {
  const client = useQueryClient();
  const draftId = useDraftId();
  const [place] = useState(() => (id === null ? type.calls.drafts.ofNew(draftId.id) : type.calls.drafts.ofItem(id)));
  const key = copyKey(type.noun, id ?? draftId.id);
  const [base, setBase] = useState<Loaded<Item> | null>(null);
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const [resolver] = useState(() => zodResolver<Values, unknown, object>(schemaOf<Body>(type, id === null)));
  const form = useForm<Values, unknown, object>({ resolver, defaultValues: valuesOf(type, null) });
  const merging = useMerging(form, type);
  const copies = useCopyOffer({ type, form, key, merging });

  const autosave = useAutosave({
    form,
    type,
    place,
    copyKey: key,
    offer: copies.offer,
    blocked: () => (merging.open() ? 'choose which version to keep first' : null),
    onOutdated: () => catchingUp.withDraft(),
    onTouched: () => {
      if (id === null) draftId.name();
    },
  });
  const { store, saver } = autosave;

  const begin = ({ item, values }: Loaded<Item>) => {
    store.setBase({ revision: item?.revision ?? null, values });
    setBase({ item, values });
  };
  const load = async (): Promise<Loaded<Item>> => {
    const item = id === null ? null : await client.query({ ...type.calls.get(id), networkMode: 'always' });
    return { item, values: valuesOf(type, item) };
  };
  const lastSaved = async () => {
    const latest = id === null ? undefined : (await client.infiniteQuery(type.calls.history(id))).pages[0]?.[0];
    return latest && { by: latest.actor, at: latest.at };
  };
  const catchingUp = useCatchingUp({ type, form, place, merging, store, base, load, lastSaved, begin });

  const loading = useLoaded({
    load,
    place,
    mayHaveDraft: id !== null || draftId.named,
    mayArrive: ({ values }, draft) =>
      copies.mayArrive({ ...values, ...(draft && formValues(type, draft.fields)) }, draft && Date.parse(draft.updatedAt)),
    onLoad: (loaded, draft) => {
      const { values } = loaded;
      begin(loaded);
      form.reset(values);
      if (draft) {
        merging.join(
          { since: 'draft', saved: null, silent: true },
          formValues(type, draft.was),
          { ...values, ...formValues(type, draft.fields) },
          values,
        );
        if (merging.open()) void catchingUp.attribute();
      }
      store.follow(draft, { ...form.getValues() });
      saver.settle(store.content(), draft ? Date.parse(draft.updatedAt) : undefined);
      copies.compare(draft && Date.parse(draft.updatedAt));
    },
  });

  /** Shows the form, and in it the first of the invalid fields. */
  const showEdit = (wrong: readonly string[] = []) => {
    const first = inFormOrder(type).find((field) => wrong.includes(field));
    flushSync(() => {
      setTab('edit');
      if (first !== undefined) reveal(first);
    });
    return first;
  };

  const leaving = useLeaving({ type, id, form, place, base, autosave, merging, copies, onClose });
  const submitting = useSubmit({
    type,
    id,
    draftId: draftId.id,
    form,
    base,
    autosave,
    undecided: () => {
      if (!merging.open()) return false;
      showEdit();
      merging.insist();
      return true;
    },
    showEdit,
    onOutdated: async (error) => {
      await catchingUp.withItem(error);
      showEdit();
    },
    onSaved: leaving.done,
  });

  const unscheduling = useUnscheduling({ type, id, form, onChanged: () => catchingUp.withDraft({ silent: true }) });

  const elsewhere = useEditingElsewhere(place, base !== null && (id !== null || draftId.named || autosave.touched));

  return {
    form,
    tab,
    setTab,
    showEdit,
    item: base?.item ?? null,
    /** The form as it was loaded. */
    before: base?.values ?? {},
    state: base ? ('ready' as const) : loading.failure ? ('failed' as const) : ('loading' as const),
    failure: loading.failure,
    retry: loading.retry,
    busy: submitting.busy || leaving.guard.leaving,
    place,
    elsewhere,
    autosave,
    merging,
    copies,
    leaving,
    submitting,
    unscheduling,
  };
}
