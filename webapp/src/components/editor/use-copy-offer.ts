// Offers what this device has kept while the server couldn't be reached.
import { useState } from 'react';
import type { Values } from '@/components/content/content-type';
import { sameMeaning, type EditorForm, type RuledFields } from '@/components/content/form';
import { dropCopy, readCopy, type DeviceCopy } from './device-copies';
import type { Merging } from './use-merging';

/** How long after the page was left what it sent may still be on its way, in ms. */
const onItsWay = 5_000;

interface Options {
  type: RuledFields;
  form: EditorForm;
  key: string;
  merging: Merging;
}

export interface CopyOffer {
  /** The copy that can be restored; null if there is none. */
  offer: DeviceCopy | null;
  /**
   * Reports whether the copy was sent a moment ago and the server's values, with a draft saved at savedAt (in ms, null without one), lack
   * it still.
   */
  mayArrive: (values: Values, savedAt: number | null) => boolean;
  /**
   * Finds out whether the copy has something that the form, with the server's draft, lacks. savedAt is the draft's time in ms, null without
   * one.
   */
  compare: (savedAt: number | null) => void;
  restore: () => void;
  drop: () => void;
}

export function useCopyOffer({ type, form, key, merging }: Options): CopyOffer {
  const [offer, setOffer] = useState<DeviceCopy | null>(null);

  /** Returns the copy if the values, with a draft saved at savedAt, lack something of it; null otherwise. */
  const lacking = (values: Values, savedAt: number | null): DeviceCopy | null => {
    const copy = readCopy(key);
    // What was sent as the page was left has arrived if the draft is newer; its text may have gone on elsewhere since.
    if (!copy || (copy.sent === true && savedAt !== null && savedAt >= copy.at)) return null;
    return Object.entries(copy.values).some(([field, value]) => !sameMeaning(type, field, value, values[field] ?? '')) ? copy : null;
  };

  return {
    offer,
    mayArrive: (values, savedAt) => {
      const copy = lacking(values, savedAt);
      return copy?.sent === true && Math.abs(Date.now() - copy.at) < onItsWay; // the clock may have been set back
    },
    compare: (savedAt) => {
      const copy = lacking(form.getValues(), savedAt);
      if (copy) setOffer(copy);
      else dropCopy(key);
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
