// Saves unsaved changes as a draft on this device, half a second after the last key and when the page is left.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditorForm } from '@/components/content/form';
import { dropDraft, saveDraft, type Draft } from './drafts';

/** In milliseconds. */
const pause = 500;

/** The result of the last attempt: nothing to save, saved, or no room for it. */
export type DraftState = { state: 'none' } | { state: 'saved'; draft: Draft } | { state: 'no room' };

interface Options {
  form: EditorForm;
  /** The draft's key. */
  name: string;
  /** Returns the changed fields as they were and are; null if nothing has changed. */
  changes: () => Pick<Draft, 'was' | 'values'> | null;
  /** An older draft isn't overwritten before it is restored or discarded. */
  paused: boolean;
}

export function useAutosave({ form, name, changes, paused }: Options) {
  const [saved, setSaved] = useState<DraftState>({ state: 'none' });
  const [touched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const save = useEffectEvent((): DraftState => {
    const changed = changes();
    if (!changed) {
      dropDraft(name);
      return { state: 'none' };
    }
    const draft = saveDraft(name, { at: Date.now(), ...changed });
    return draft ? { state: 'saved', draft } : { state: 'no room' };
  });

  const onChange = useEffectEvent(() => {
    if (!touched && changes()) setTouched(true);
    if (paused) return;
    stop();
    timer.current = setTimeout(() => {
      stop();
      setSaved(save());
    }, pause);
  });

  const flush = useEffectEvent(() => {
    if (timer.current === undefined) return;
    stop();
    save();
  });

  useEffect(() => {
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: () => onChange() });
    const onHide = () => flush();
    window.addEventListener('pagehide', onHide);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', onHide);
      flush();
    };
  }, [form]);

  return {
    saved,
    /** Whether anything has been changed since the dialog opened. */
    touched,
    /** Cancels the pending save. */
    stop,
  };
}
