// The form of an author or a category: what is typed is checked, saved, and kept when someone else has saved meanwhile.
import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '@/lib/api-client';
import { savedBy } from '@/lib/saved-by';
import { shortTime } from '@/lib/short-time';
import { uuid } from '@/lib/uuid';
import { showToast } from '@/stores/toasts';

interface Options<Entity, Fields extends FieldValues> {
  form: UseFormReturn<Fields, unknown, Fields>;
  /** 'author'. */
  noun: string;
  /** The thing as it was loaded; null for a new one. */
  entity: Entity | null;
  /** Its fields as the form has them. */
  valuesOf: (entity: Entity) => Fields;
  /** Loads it anew. */
  load: () => Promise<Entity>;
  save: (base: Entity | null, fields: Fields, key: string) => Promise<unknown>;
  /** The fields that the form shows errors at: 'links' stands for all below it. */
  shown: readonly string[];
}

/** Returns how to save, resolving to whether all is saved, and what there is to say of the form as a whole. */
export function useEntityForm<Entity, Fields extends FieldValues>({
  form,
  noun,
  entity,
  valuesOf,
  load,
  save,
  shown,
}: Options<Entity, Fields>) {
  const [base, setBase] = useState(entity);
  const [notice, setNotice] = useState('');
  const sent = useRef({ body: '', key: '' });

  /**
   * It was saved elsewhere: what was not changed here becomes what they wrote. Resolves to the new base where they changed nothing that
   * the form shows, such as the order of categories: then there is nothing to ask.
   */
  const catchUp = async (error: ApiError) => {
    const theirs = await load().catch(() => null);
    if (!theirs) {
      setNotice(`Someone else changed or deleted this ${noun}. Your changes are still in the form.`);
      return null;
    }
    setBase(theirs);
    if (base && JSON.stringify(valuesOf(theirs)) === JSON.stringify(valuesOf(base))) return theirs;
    form.reset(valuesOf(theirs), { keepDirtyValues: true });
    const saved = savedBy(error);
    const who = saved?.by.kind === 'admin' ? `Saved in another tab at ${shortTime(new Date(saved.at))}` : `Someone else saved this ${noun}`;
    setNotice(`${who}. Fields you haven’t edited now show that version. Save again to keep yours.`);
    return null;
  };

  const refused = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : [];
    const here = fields.filter(({ field }) => shown.includes(field.split(/[.[]/)[0] ?? ''));
    here.forEach(({ field, message }, i) =>
      form.setError(field.replace(/\[(\d+)\]/g, '.$1') as FieldPath<Fields>, { message }, { shouldFocus: i === 0 }),
    );
    if (here.length > 0) return;
    const gone = error instanceof ApiError && error.status === 404;
    const text = error instanceof ApiError && error.status < 500 && error.detail ? error.detail : 'Please try again.';
    setNotice(gone ? `This ${noun} was deleted. Your changes are still in the form.` : `The ${noun} could not be saved. ${text}`);
  };

  const submit = async (): Promise<boolean> => {
    const outcome = { saved: false };
    setNotice('');
    await form.handleSubmit(async (fields) => {
      const body = JSON.stringify(fields);
      if (sent.current.body !== body) sent.current = { body, key: uuid() }; // a key stands for one body
      try {
        await save(base, fields, sent.current.key);
        outcome.saved = true;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) {
          refused(error);
          return;
        }
        const now = await catchUp(error);
        if (!now) return;
        await save(now, fields, sent.current.key).then(() => {
          outcome.saved = true;
        }, refused);
      }
    })();
    if (outcome.saved) showToast({ title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${entity ? 'updated' : 'created'}` });
    return outcome.saved;
  };

  return { submit, notice };
}
