// Keeps what is typed as a draft on this device, half a second after the last key and when the page goes away.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditorForm } from '@/components/content/form';
import { dropDraft, keepDraft, type Draft } from './drafts';

/** In milliseconds. */
const pause = 500;

/** What became of the last try: nothing to keep, kept, or no room for it. */
export type Kept = { state: 'none' } | { state: 'kept'; draft: Draft } | { state: 'no room' };

interface Options {
  form: EditorForm;
  /** The draft's key. */
  name: string;
  /** The changed fields as they were and are; null where nothing has changed. */
  changes: () => Pick<Draft, 'was' | 'values'> | null;
  /** While an older draft waits for an answer, it isn't written over. */
  paused: boolean;
}

export function useAutosave({ form, name, changes, paused }: Options) {
  const [kept, setKept] = useState<Kept>({ state: 'none' });
  const [touched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const keep = useEffectEvent((): Kept => {
    const changed = changes();
    if (!changed) {
      dropDraft(name);
      return { state: 'none' };
    }
    const draft = keepDraft(name, { at: Date.now(), ...changed });
    return draft ? { state: 'kept', draft } : { state: 'no room' };
  });

  const onChange = useEffectEvent(() => {
    if (!touched && changes()) setTouched(true);
    if (paused) return;
    stop();
    timer.current = setTimeout(() => {
      stop();
      setKept(keep());
    }, pause);
  });

  const flush = useEffectEvent(() => {
    if (timer.current === undefined) return;
    stop();
    keep();
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
    kept,
    /** Whether anything has been changed since the dialog opened. */
    touched,
    /** Forgets what waits to be kept. */
    stop,
  };
}
