// The form of a section of the settings: what is typed is kept on this device until it is saved or discarded, and joined with what was
// saved elsewhere meanwhile.
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Values } from '@/components/content/content-type';
import { changedFields, sameMeaning, type EditorForm } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import { copyKey, dropCopy, readCopy, writeCopy } from '@/components/editor/device-copies';
import { merge } from '@/components/editor/merge';
import { useMerging, type Merging } from '@/components/editor/use-merging';
import { wrongLinks } from '@/components/settings/links';
import { sectionFields, settingsForm, type Settings } from '@/components/settings/section-fields';
import { ApiError } from '@/lib/api-client';
import type { FieldError } from '@/lib/api-types';
import { savedBy } from '@/lib/saved-by';
import { sectionTitles, type Section, type SectionName } from '@/lib/settings';
import { showToast } from '@/stores/toasts';
import { settingsQuery, useSaveSection } from './api/sections';
import { deletionIn, type Deletion } from './deletion';

export interface SectionForm {
  name: SectionName;
  fields: Settings;
  form: EditorForm;
  /** The section as the form's changes are compared with it. */
  base: Section;
  defaults: Values;
  /** What is typed, valid or not. */
  values: Values;
  /** The names of the fields with unsaved changes. */
  changed: readonly string[];
  /** Whether this device has the unsaved changes, too. */
  kept: boolean;
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
  const type = { fields };
  const key = copyKey('settings', name);
  const [base, setBase] = useState(section);
  const was = settingsForm(fields, base);
  const [restored] = useState(() => restore(fields, was, key));
  const form: EditorForm = useForm<Values, unknown, object>({
    resolver: zodResolver(schemaOf<object>(type, false)),
    defaultValues: restored.merged,
    shouldFocusError: false, // the fields say first what is wrong
  });
  const values = useWatch({ control: form.control }) as Values;
  const merging = useMerging(form, type);
  const saving = useSaveSection(name);
  const [refused, setRefused] = useState<{ values: Values; errors: readonly FieldError[] }>({ values: {}, errors: [] });
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const [kept, setKept] = useState(true);
  const defaults = settingsForm(fields, section.defaults);
  const changed = changedFields(type, was, values);
  const isChanged = changed.length > 0;

  // Where nothing is typed, the form follows what is saved elsewhere.
  const [followed, setFollowed] = useState(0);
  if (section.revision > base.revision && !isChanged && !saving.isPending) {
    setBase(section);
    setFollowed(section.revision);
  }
  const follow = useEffectEvent(() => form.reset(was));
  useEffect(() => {
    if (followed > 0) follow();
  }, [followed]);

  /** Keeps what differs from the given values on this device. */
  const keep = (before: Values, now: Values) => {
    const names = changedFields(type, before, now);
    const of = (all: Values) => Object.fromEntries(names.map((field) => [field, all[field] ?? '']));
    if (names.length === 0) dropCopy(key);
    else setKept(writeCopy(key, { at: Date.now(), was: of(before), values: of(now) }) !== null);
  };
  const typed = useEffectEvent((now: Values) => keep(was, now));
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values: now }) => typed(now) }), [form]);

  // What a copy of this device and the server's settings both changed has to be chosen.
  const begin = useEffectEvent(() => {
    if (!restored.copy) return;
    merging.join({ since: 'opening', saved: null, silent: true }, restored.copy.was, restored.copy.mine, was);
    if (changedFields(type, was, form.getValues()).length === 0) dropCopy(key); // it was saved meanwhile
  });
  useEffect(() => begin(), []);

  useEffect(() => {
    if (!isChanged) return;
    const onUnload = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isChanged]);

  /** It was saved elsewhere: what was not changed here becomes what is there, and the rest is asked. */
  const catchUp = async (error: ApiError) => {
    const all = await client.query({ ...settingsQuery, networkMode: 'always' });
    const theirs = all[name];
    setBase(theirs);
    merging.join({ since: 'opening', saved: savedBy(error) }, was, form.getValues(), settingsForm(fields, theirs));
  };

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
    const sent = { ...form.getValues() };
    const body = Object.fromEntries(
      changedFields(type, was, sent).map((field) => [
        field,
        sameMeaning(type, field, sent[field], defaults[field]) ? null : fields[field]?.kind.toServer(sent[field] ?? ''),
      ]),
    );
    if (Object.keys(body).length === 0) {
      form.reset(was); // what only looks different
      return;
    }
    try {
      const answer = await saving.mutateAsync({ fields: body, revision: base.revision, confirm });
      const saved = 'defaults' in answer ? answer : expected(base, body, answer.revision);
      setBase(saved);
      const now = form.getValues();
      const typedSince = Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field]));
      const stored = settingsForm(fields, saved);
      form.reset({ ...stored, ...typedSince });
      keep(stored, form.getValues());
      merging.forget();
      showToast({ title: `${sectionTitles[name]} settings saved` });
    } catch (error) {
      const wouldDelete = deletionIn(error);
      if (wouldDelete) {
        setDeletion(wouldDelete);
        return;
      }
      if (!(error instanceof ApiError && error.status === 412)) {
        fail(error);
        return;
      }
      await catchUp(error).catch(fail);
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

  return {
    name,
    fields,
    form,
    base,
    defaults,
    values,
    changed,
    kept,
    merging,
    refused: (field) => (refused.values[field] === values[field] ? refused.errors.filter((e) => fieldOf(e.field) === field) : []),
    busy: saving.isPending,
    save: () => submit(),
    discard: () => {
      merging.forget();
      form.reset(was);
    },
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

/** Joins what this device kept of a form with the server's settings. */
function restore(fields: Settings, now: Values, key: string) {
  const copy = readCopy(key);
  if (!copy) return { merged: now, copy: null };
  const was = { ...now, ...only(fields, copy.was) };
  const mine = { ...now, ...only(fields, copy.values) };
  const { values: merged } = merge(was, mine, now, (field, a, b) => sameMeaning({ fields }, field, a, b));
  return { merged, copy: { was, mine } };
}

const only = (fields: Settings, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(fields, field)));
