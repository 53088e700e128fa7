// Offers what this device has kept while the server couldn't be reached.
import { useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { sameMeaning, type EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import { dropCopy, readCopy, type DeviceCopy } from './device-copies';
import type { Merging } from './use-merging';

interface Options {
  type: Pick<ContentType<ContentItem, object>, 'fields'>;
  form: EditorForm;
  key: string;
  merging: Merging;
}

export interface CopyOffer {
  /** The copy that can be restored; null if there is none. */
  offer: DeviceCopy | null;
  /** Finds out whether the copy has something that the form, with the server's draft, lacks. savedAt is the draft's time in ms, null without one. */
  compare: (savedAt: number | null) => void;
  restore: () => void;
  drop: () => void;
}

export function useCopyOffer({ type, form, key, merging }: Options): CopyOffer {
  const [offer, setOffer] = useState<DeviceCopy | null>(null);
  return {
    offer,
    compare: (savedAt) => {
      const copy = readCopy(key);
      if (!copy) return;
      const lacks = Object.entries(copy.values).some(([field, value]) => !sameMeaning(type, field, value, form.getValues(field)));
      // What was sent as the page was left has arrived if the draft is newer; its text may have gone on elsewhere since.
      const arrived = copy.sent === true && savedAt !== null && savedAt >= copy.at;
      if (!lacks || arrived) dropCopy(key);
      else setOffer(copy);
    },
    restore: () => {
      if (!offer) return;
      setOffer(null);
      const now = form.getValues();
      merging.join({ since: 'copy', saved: null, silent: true }, { ...now, ...offer.was }, { ...now, ...offer.values }, { ...now });
    },
    drop: () => {
      dropCopy(key);
      setOffer(null);
    },
  };
}
