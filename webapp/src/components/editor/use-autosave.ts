// Saves the form's changes as a draft on the server, and keeps a copy on this device while the server lacks them.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Values } from '@/components/content/content-type';
import { changedFields, type EditorForm, type RuledFields } from '@/components/content/form';
import { ApiError } from '@/lib/api-client';
import type { DraftPlace } from '@/lib/draft-calls';
import { newAutosaver, type Autosaver, type SaveState } from './autosaver';
import { dropCopy, writeCopy, type DeviceCopy } from './device-copies';
import { newDraftStore, type DraftInfo, type DraftStore } from './draft-store';
import { whyNotSaved } from './failures';

/** How long a save may take, in milliseconds. */
const timeout = 15_000;

interface Options {
  form: EditorForm;
  type: RuledFields & { noun: string };
  place: DraftPlace;
  /** The key of the copy on this device. */
  copyKey: string;
  /** An older copy that was neither restored nor discarded yet: it stays part of what is kept. */
  offer: DeviceCopy | null;
  /** Says why nothing can be saved now; null if it can. */
  blocked: () => string | null;
  /** Somebody else has saved another draft. Resolves when it is merged with the form. */
  onOutdated: () => Promise<void>;
  /** Something was changed for the first time. */
  onTouched: () => void;
}

export interface Autosave {
  state: SaveState;
  /** The server's draft; null if it has none. */
  draft: DraftInfo | null;
  store: DraftStore;
  saver: Autosaver;
  /** Whether anything has been changed since the editor opened. */
  touched: boolean;
  /** Reports whether leaving the page now would lose something that only this device has. */
  wouldLose: () => boolean;
  /** Nothing is saved from now on. */
  end: () => void;
  /** Nothing is saved from now on, and the copy is removed: the draft is over, or given up. */
  finish: () => void;
  isOver: () => boolean;
  /** Writes the copy now. Returns false if there is no room for it. */
  keep: () => boolean;
}

/** Holds the options of the latest rendering, for what is made once. */
function newest(options: Options) {
  let now = options;
  return { get: () => now, set: (options: Options) => void (now = options) };
}

export function useAutosave(options: Options): Autosave {
  const { form, type, place, copyKey } = options;
  const [state, setState] = useState<SaveState>({ state: 'clean' });
  const [draft, setDraft] = useState<DraftInfo | null>(null);
  const [touched, setTouched] = useState(false);
  const over = useRef(false);
  // Through the cache of mutations, so that a session that has ended is noticed.
  const { mutateAsync } = useMutation({ networkMode: 'always', mutationFn: (call: () => Promise<unknown>) => call() });
  const [latest] = useState(() => newest(options));
  useEffect(() => latest.set(options));

  const [store] = useState(() =>
    newDraftStore({ form, type, place, call: <T>(request: () => Promise<T>) => mutateAsync(request) as Promise<T>, onSaved: setDraft }),
  );
  const [copies] = useState(() => ({
    keep: (sent: boolean) => {
      const { offer } = latest.get();
      const was = store.known().values;
      const values = form.getValues();
      const names = changedFields(type, was, values);
      const part = (all: Values): Values => Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
      return writeCopy(copyKey, {
        at: Date.now(),
        was: { ...offer?.was, ...part(was) },
        values: { ...offer?.values, ...part(values) },
        ...(sent ? { sent } : {}),
      });
    },
    forget: () => {
      const { offer } = latest.get();
      if (offer) writeCopy(copyKey, offer);
      else dropCopy(copyKey);
    },
  }));
  const [saver] = useState(() =>
    newAutosaver({
      content: store.content,
      send: async () => {
        const signal = AbortSignal.timeout(timeout);
        try {
          return await store.save(signal);
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 412)) throw error;
          await latest.get().onOutdated();
          if (latest.get().blocked() !== null) throw error;
          return store.save(signal);
        }
      },
      sendLast: store.sendLast,
      ...copies,
      blocked: () => latest.get().blocked(),
      explain: (error) => latest.get().blocked() ?? whyNotSaved(error, type.noun),
      onState: setState,
    }),
  );

  const onChange = useEffectEvent(() => {
    if (over.current) return;
    if (!touched && saver.lacks()) {
      options.onTouched();
      setTouched(true);
    }
    saver.changed();
  });

  useEffect(() => {
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: () => onChange() });
    const onHide = () => {
      if (!over.current) saver.leave();
    };
    const onOnline = () => {
      if (!over.current) void saver.save();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('online', onOnline);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('online', onOnline);
      onHide();
    };
  }, [form, saver]);

  const end = () => {
    over.current = true;
    saver.stop();
  };

  return {
    state,
    draft,
    store,
    saver,
    touched,
    wouldLose: () => !over.current && saver.lacks() && (state.state === 'failed' || !navigator.onLine || !store.fitsTheEnd()),
    end,
    finish: () => {
      end();
      copies.forget();
    },
    isOver: () => over.current,
    keep: () => copies.keep(false) !== null,
  };
}
