// Joins what somebody else saved with the form, and asks where both changed the same.
import { useRef, useState } from 'react';
import type { Value, Values } from '@/components/content/content-type';
import { sameMeaning, type EditorForm, type RuledFields } from '@/components/content/form';
import type { Saved } from '@/lib/saved-by';
import { merge, type Change, type Conflict } from './merge';

export interface Meanwhile {
  /**
   * What the form's changes meet: someone else's since the editor was opened, those since the draft was saved, another draft, or the draft
   * that a copy of this device is joined with.
   */
  since: 'opening' | 'draft' | 'elsewhere' | 'copy';
  /** Who saved it last, and when; null while it is unknown. */
  saved: Saved | null;
  taken: Change[];
  conflicts: Conflict[];
  /** How often saving was tried with conflicts open. */
  asked: number;
}

export interface Merging {
  /** Null while there is nothing to tell. */
  meanwhile: Meanwhile | null;
  /** Merges the form with theirs; was is what both began from. silent: nothing is shown unless something has to be decided. */
  join: (about: Pick<Meanwhile, 'since' | 'saved'> & { silent?: boolean }, was: Values, mine: Values, theirs: Values) => void;
  /** Resolves a conflict. The form's value is remembered, and 'mine' brings it back. */
  choose: (field: string, choice: 'mine' | 'theirs') => void;
  /** Reports whether something has to be decided. */
  open: () => boolean;
  /** Points to what has to be decided. */
  insist: () => void;
  tell: (saved: Saved) => void;
  forget: () => void;
}

export function useMerging(form: EditorForm, type: RuledFields): Merging {
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  // What is open is asked between two renderings, too.
  const current = useRef<Meanwhile | null>(null);
  const set = (now: Meanwhile | null) => {
    current.current = now;
    setMeanwhile(now);
  };
  const same = (field: string, a: Value, b: Value) => sameMeaning(type, field, a, b);
  return {
    meanwhile,
    join: ({ silent = false, ...about }, was, mine, theirs) => {
      const { values, taken, conflicts } = merge(was, mine, theirs, same);
      for (const [field, value] of Object.entries(values)) if (form.getValues(field) !== value) form.setValue(field, value);
      if (!silent || conflicts.length > 0) set({ ...about, taken, conflicts, asked: 0 });
    },
    choose: (field, choice) => {
      const now = current.current;
      if (!now) return;
      const conflicts = now.conflicts.map((c) => {
        if (c.field !== field) return c;
        const mine = c.choice === 'theirs' ? c.mine : form.getValues<string>(field);
        form.setValue(field, choice === 'mine' ? mine : c.theirs, { shouldValidate: form.formState.isSubmitted });
        return { ...c, mine, choice };
      });
      set({ ...now, conflicts });
    },
    open: () => current.current?.conflicts.some((c) => c.choice === null) ?? false,
    insist: () => current.current && set({ ...current.current, asked: current.current.asked + 1 }),
    tell: (saved) => current.current && set({ ...current.current, saved }),
    forget: () => set(null),
  };
}
