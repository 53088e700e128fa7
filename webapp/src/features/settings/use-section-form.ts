// The form of a section of the settings: what is typed is kept on the server as the section's draft until it is saved or discarded, and
// joined with what was saved elsewhere meanwhile.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Values } from '@/components/content/content-type';
import { formValues } from '@/components/content/draft-fields';
import { changedFields, sameMeaning, type EditorForm } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import { copyKey } from '@/components/editor/device-copies';
import type { DraftInfo } from '@/components/editor/draft-store';
import { useAutosave, type Autosave } from '@/components/editor/use-autosave';
import { useCatchingUp } from '@/components/editor/use-catching-up';
import { useCopyOffer, type CopyOffer } from '@/components/editor/use-copy-offer';
import { useEditingElsewhere, type OtherEditor } from '@/components/editor/use-editing-elsewhere';
import { useLoaded, type Loaded } from '@/components/editor/use-loaded';
import { useMerging, type Merging } from '@/components/editor/use-merging';
import { wrongLinks } from '@/components/settings/links';
import { sectionFields, settingsForm, type Settings } from '@/components/settings/section-fields';
import { ApiError } from '@/lib/api-client';
import type { FieldError } from '@/lib/api-types';
import { sectionDraft } from '@/lib/draft-calls';
import { sectionTitles, type Section, type SectionName } from '@/lib/settings';
import { showToast } from '@/stores/toasts';
import { sectionHistoryQuery, settingsQuery, useSaveSection } from './api/sections';
import { deletionIn, type Deletion } from './deletion';

export interface SectionForm {
  name: SectionName;
  fields: Settings;
  form: EditorForm;
  /** Whether the draft is in the form; before that, nothing can be typed. */
  state: 'loading' | 'failed' | 'ready';
  retry: () => void;
  /** The section as the form's changes are compared with it. */
  base: Section;
  defaults: Values;
  /** What is typed, valid or not. */
  values: Values;
  /** The names of the fields with unsaved changes. */
  changed: readonly string[];
  autosave: Autosave;
  /** The draft that the form opened with, until it is saved or discarded; null if there was none. */
  found: DraftInfo | null;
  copies: CopyOffer;
  /** Another window that has the section open; null if there is none. */
  elsewhere: OtherEditor | null;
  merging: Merging;
  /** What the server refused, for as long as the field has that value: that of a link is 'header[0].url'. */
  refused: (field: string) => readonly FieldError[];
  busy: boolean;
  save: () => void;
  discard: () => void;
  /** What saving would delete, which has to be confirmed. */
  deletion: Deletion | null;
  answer: (confirmed: boolean) => void;
}

export function useSectionForm(name: SectionName, section: Section): SectionForm {
  const client = useQueryClient();
  const fields = sectionFields[name];
  const type = { fields, noun: 'section' };
  const [place] = useState(() => sectionDraft(name));
  const asLoaded = (item: Section): Loaded<Section> & { item: Section } => ({ item, values: settingsForm(fields, item) });
  const [base, setBase] = useState(() => asLoaded(section));
  const [ready, setReady] = useState(false);
  const form: EditorForm = useForm<Values, unknown, object>({
    resolver: zodResolver(schemaOf<object>(type, false)),
    defaultValues: base.values,
    shouldFocusError: false, // the fields say first what is wrong
  });
  const values = useWatch({ control: form.control }) as Values;
  const merging = useMerging(form, type);
  const copies = useCopyOffer({ type, form, key: copyKey('settings', name), merging });
  const elsewhere = useEditingElsewhere(place, true);
  const saving = useSaveSection(name);
  const [refused, setRefused] = useState<{ values: Values; errors: readonly FieldError[] }>({ values: {}, errors: [] });
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const [found, setFound] = useState<DraftInfo | null>(null);
  const defaults = settingsForm(fields, section.defaults);
  const changed = changedFields(type, base.values, values);
  const isChanged = changed.length > 0;

  const autosave = useAutosave({
    form,
    type,
    place,
    copyKey: copyKey('settings', name),
    offer: copies.offer,
    blocked: () => (merging.open() ? 'choose which version to keep first' : null),
    onOutdated: () => catchingUp.withDraft(),
    onTouched: () => undefined,
  });
  const { store, saver } = autosave;

  const begin = ({ item, values: stored }: Loaded<Section>) => {
    if (!item) return;
    store.setBase({ revision: item.revision, values: stored });
    setBase({ item, values: stored });
  };
  const catchingUp = useCatchingUp({
    type,
    form,
    place,
    merging,
    store,
    base,
    load: async () => asLoaded((await client.query({ ...settingsQuery, networkMode: 'always' }))[name]),
    lastSaved: async () => {
      const latest = (await client.infiniteQuery(sectionHistoryQuery(name))).pages[0]?.[0];
      return latest && { by: latest.actor, at: latest.at };
    },
    begin,
  });

  /** The server has no draft any more: the section's settings are these. */
  const settle = (stored: Values) => {
    store.follow(null, stored);
    saver.settle(JSON.stringify({}), null);
    setFound(null);
    merging.forget();
    saver.changed(); // something may have been typed since
  };

  const loading = useLoaded({
    load: () => Promise.resolve(asLoaded(section)),
    place,
    mayHaveDraft: true,
    mayArrive: (loaded, draft) =>
      copies.mayArrive({ ...loaded.values, ...(draft && formValues(type, draft.fields)) }, draft && Date.parse(draft.updatedAt)),
    onLoad: (loaded, draft) => {
      const at = draft && Date.parse(draft.updatedAt);
      begin(loaded);
      form.reset(loaded.values);
      if (draft) {
        const typed = { ...loaded.values, ...formValues(type, draft.fields) };
        merging.join({ since: 'draft', saved: null, silent: true }, formValues(type, draft.was), typed, loaded.values);
        if (merging.open()) void catchingUp.attribute();
        setFound({ at: draft.updatedAt, by: draft.by, schedule: null });
      }
      store.follow(draft, { ...form.getValues() });
      saver.settle(store.content(), at ?? undefined);
      copies.compare(at);
      setReady(true);
    },
  });

  // Where nothing is typed, the form follows what is saved elsewhere.
  const [followed, setFollowed] = useState(0);
  if (ready && section.revision > base.item.revision && !isChanged && !saving.isPending) {
    setBase(asLoaded(section));
    setFollowed(section.revision);
  }
  const follow = useEffectEvent(() => {
    store.setBase({ revision: base.item.revision, values: base.values });
    form.reset(base.values);
    if (store.known().revision === null) store.follow(null, base.values);
  });
  useEffect(() => {
    if (followed > 0) follow();
  }, [followed]);

  const loses = useEffectEvent(autosave.wouldLose);
  useEffect(() => {
    const onUnload = (e: BeforeUnloadEvent) => {
      if (loses()) e.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);

  /** Focuses the first of the fields that have something wrong with them, once they say what. */
  const focusFirst = (wrong: readonly string[]) => {
    const first = Object.keys(fields).find((field) => wrong.includes(field));
    if (first) setTimeout(() => form.setFocus(first));
  };

  const fail = (error: unknown) => {
    const errors = error instanceof ApiError ? error.fields : [];
    const known = errors.filter(({ field }) => Object.hasOwn(fields, fieldOf(field)));
    setRefused({ values: { ...form.getValues() }, errors: known });
    for (const { field, message } of known) {
      const isRow = field !== fieldOf(field); // which shows the message itself
      form.setError(fieldOf(field), { type: 'server', message: isRow ? wrongLinks : message });
    }
    focusFirst(known.map(({ field }) => fieldOf(field)));
    if (known.length > 0) return;
    const detail = error instanceof ApiError && error.status < 500 ? error.detail : '';
    showToast({ variant: 'destructive', title: 'Error', description: `The settings could not be saved. ${detail || 'Please try again.'}` });
  };

  const send = async (confirm = false) => {
    saver.stop();
    await saver.idle();
    const sent = { ...form.getValues() };
    const names = changedFields(type, base.values, sent);
    if (names.length === 0) {
      form.reset(base.values); // what only looks different
      void saver.save();
      return;
    }
    // What the draft has is sent even where it was typed back since, so that the draft ends.
    const drafted = store.known().fields.filter((field) => Object.hasOwn(fields, field) && !names.includes(field));
    const body = Object.fromEntries(
      [...names, ...drafted].map((field) => [
        field,
        sameMeaning(type, field, sent[field], defaults[field]) ? null : fields[field]?.kind.toServer(sent[field] ?? ''),
      ]),
    );
    try {
      const answer = await saving.mutateAsync({ fields: body, revision: base.item.revision, confirm });
      const saved = asLoaded('defaults' in answer ? answer : expected(base.item, body, answer.revision));
      begin(saved);
      const now = form.getValues();
      const typedSince = Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field]));
      form.reset({ ...saved.values, ...typedSince });
      settle(saved.values);
      showToast({ title: `${sectionTitles[name]} settings saved` });
    } catch (error) {
      const wouldDelete = deletionIn(error);
      if (wouldDelete) setDeletion(wouldDelete);
      else if (error instanceof ApiError && error.status === 412) await catchingUp.withItem(error).catch(fail);
      else fail(error);
      saver.changed();
    }
  };

  const submit = (confirm = false) =>
    void form.handleSubmit(
      async () => {
        if (saving.isPending) return;
        if (merging.open()) merging.insist();
        else await send(confirm);
      },
      (errors) => focusFirst(Object.keys(errors)),
    )();

  const discarding = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      saver.stop();
      await saver.idle();
      if (store.known().revision !== null) await place.discard();
    },
    onSuccess: () => {
      copies.drop();
      form.reset(base.values);
      settle(base.values);
      showToast({ title: 'Draft discarded', description: `${sectionTitles[name]} settings` });
    },
    onError: () =>
      showToast({ variant: 'destructive', title: 'Error', description: 'The draft could not be discarded. Please try again.' }),
  });

  return {
    name,
    fields,
    form,
    state: ready ? 'ready' : loading.failure ? 'failed' : 'loading',
    retry: loading.retry,
    base: base.item,
    defaults,
    values,
    changed,
    autosave,
    found,
    copies,
    elsewhere,
    merging,
    refused: (field) => (refused.values[field] === values[field] ? refused.errors.filter((e) => fieldOf(e.field) === field) : []),
    busy: saving.isPending || discarding.isPending,
    save: () => submit(),
    discard: () => discarding.mutate(),
    deletion,
    answer: (confirmed) => {
      setDeletion(null);
      if (confirmed) submit(true);
    },
  };
}

/** Returns a section as it is after a change that the server can't show yet. */
function expected(base: Section, changes: Readonly<Record<string, unknown>>, revision: number): Section {
  const defaults = base.defaults as Readonly<Record<string, unknown>>;
  return { ...base, ...Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? defaults[field]])), revision };
}

/** Returns the field of a form that an error's field is in: 'header' of 'header[0].url'. */
const fieldOf = (field: string): string => field.split(/[.[]/)[0] ?? '';
