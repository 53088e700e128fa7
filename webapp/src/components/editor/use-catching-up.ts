// Loads what someone else has saved meanwhile, and merges it with the form.
import { useQueryClient } from '@tanstack/react-query';
import type { ContentType, Values } from '@/components/content/content-type';
import { formValues } from '@/components/content/draft-fields';
import { sameMeaning, valuesOf, type EditorForm } from '@/components/content/form';
import type { ApiError } from '@/lib/api-client';
import type { ContentItem } from '@/lib/content-calls';
import type { DraftPlace } from '@/lib/draft-calls';
import { savedBy } from '@/lib/saved-by';
import type { DraftStore } from './draft-store';
import { merge } from './merge';
import type { Loaded } from './use-loaded';
import type { Merging } from './use-merging';

interface Options<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** Null for a new item. */
  id: number | null;
  form: EditorForm;
  place: DraftPlace;
  merging: Merging;
  store: DraftStore;
  base: Loaded<Item> | null;
  /** Sets the item that the form's changes are compared with. */
  begin: (loaded: Loaded<Item>) => void;
}

export function useCatchingUp<Item extends ContentItem, Body extends object>({
  type,
  id,
  form,
  place,
  merging,
  store,
  base,
  begin,
}: Options<Item, Body>) {
  const client = useQueryClient();
  const load = (of: number): Promise<Item> => client.query({ ...type.calls.get(of), networkMode: 'always' });

  return {
    /** The item was saved by someone else. */
    withItem: async (error: ApiError) => {
      if (!base || id === null) return;
      const item = await load(id);
      const values = valuesOf(type, item);
      begin({ item, values });
      merging.join({ since: 'opening', saved: savedBy(error) }, base.values, form.getValues(), values);
    },

    /** The draft was saved, published or discarded by someone else. silent: nothing is shown unless something has to be decided. */
    withDraft: async ({ silent = false } = {}) => {
      const [item, draft] = await Promise.all([id === null ? null : load(id), place.read()]);
      const values = valuesOf(type, item);
      const theirs: Values = draft
        ? merge(formValues(type, draft.was), { ...values, ...formValues(type, draft.fields) }, values, (field, a, b) =>
            sameMeaning(type, field, a, b),
          ).values
        : values;
      const was = store.known().values;
      begin({ item, values });
      store.follow(draft, theirs);
      merging.join({ since: 'elsewhere', saved: draft && { by: draft.by, at: draft.updatedAt }, silent }, was, form.getValues(), theirs);
    },

    /** Names the author of the item's last change in the notice. */
    attribute: async (of: number) => {
      const latest = await client.infiniteQuery(type.calls.history(of)).then(
        ({ pages }) => pages[0]?.[0],
        () => undefined,
      );
      if (latest) merging.tell({ by: latest.actor, at: latest.at });
    },
  };
}
