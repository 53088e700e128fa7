// Loads what someone else has saved meanwhile, and merges it with the form.
import type { Values } from '@/components/content/content-type';
import { formValues, type DraftedFields } from '@/components/content/draft-fields';
import { sameMeaning, type EditorForm } from '@/components/content/form';
import type { ApiError } from '@/lib/api-client';
import type { DraftPlace } from '@/lib/draft-calls';
import { savedBy, type Saved } from '@/lib/saved-by';
import type { DraftStore } from './draft-store';
import { merge } from './merge';
import type { Loaded } from './use-loaded';
import type { Merging } from './use-merging';

interface Options<Item> {
  type: DraftedFields;
  form: EditorForm;
  place: DraftPlace;
  merging: Merging;
  store: DraftStore;
  base: Loaded<Item> | null;
  /** Loads what is edited anew. */
  load: () => Promise<Loaded<Item>>;
  /** Resolves to who saved it last. */
  lastSaved: () => Promise<Saved | undefined>;
  /** Sets what the form's changes are compared with. */
  begin: (loaded: Loaded<Item>) => void;
}

export function useCatchingUp<Item>({ type, form, place, merging, store, base, load, lastSaved, begin }: Options<Item>) {
  return {
    /** The item was saved by someone else. */
    withItem: async (error: ApiError) => {
      if (!base) return;
      const now = await load();
      begin(now);
      merging.join({ since: 'opening', saved: savedBy(error) }, base.values, form.getValues(), now.values);
    },

    /** The draft was saved, published or discarded by someone else. silent: nothing is shown unless something has to be decided. */
    withDraft: async ({ silent = false } = {}) => {
      const [now, draft] = await Promise.all([load(), place.read()]);
      const { values } = now;
      const theirs: Values = draft
        ? merge(formValues(type, draft.was), { ...values, ...formValues(type, draft.fields) }, values, (field, a, b) =>
            sameMeaning(type, field, a, b),
          ).values
        : values;
      const was = store.known().values;
      begin(now);
      store.follow(draft, theirs);
      merging.join({ since: 'elsewhere', saved: draft && { by: draft.by, at: draft.updatedAt }, silent }, was, form.getValues(), theirs);
    },

    /** Names the author of the last change in the notice. */
    attribute: async () => {
      const saved = await lastSaved().catch(() => undefined);
      if (saved) merging.tell(saved);
    },
  };
}
