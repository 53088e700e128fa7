// Drafts: unsaved changes that are stored in this browser, one per item or new item.
import { z } from 'zod';
import type { Values } from '@/components/content/content-type';

const prefix = 'candor-draft:';

const values = z.record(z.string(), z.union([z.string(), z.boolean()]));
const schema = z.object({ at: z.number(), was: values, values, omitted: z.array(z.string()) });

export interface Draft {
  /** When it was saved, in milliseconds since 1970. */
  at: number;
  /** The changed fields as they were when the item was loaded. */
  was: Values;
  /** The changed fields as they were typed. */
  values: Values;
  /** Changed fields that were too large for this device: uploaded pictures. */
  omitted: string[];
}

/** Returns the key of an item's draft: 'review:12', or 'review:new'. */
export const draftKey = (noun: string, id: number | null): string => `${noun}:${id ?? 'new'}`;

/** Returns the stored draft; null if there is none or it can't be read. */
export function readDraft(key: string): Draft | null {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(prefix + key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Saves a draft, without its uploaded pictures if there is no room for them. Returns the saved draft; null if there was no room at all. */
export function saveDraft(key: string, draft: Omit<Draft, 'omitted'>): Draft | null {
  const pictures = Object.keys(draft.values).filter((field) => isData(draft.values[field]) || isData(draft.was[field]));
  for (const omitted of pictures.length > 0 ? [[], pictures] : [[]]) {
    const saved = { ...draft, was: without(draft.was, omitted), values: without(draft.values, omitted), omitted };
    try {
      localStorage.setItem(prefix + key, JSON.stringify(saved));
      return saved;
    } catch {
      // The storage is full or forbidden: the next attempt is smaller.
    }
  }
  return null;
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Without a storage there is no draft.
  }
}

/** Removes all drafts, so that logging out leaves nothing in this browser. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // as above
  }
}

const isData = (value: unknown) => typeof value === 'string' && value.startsWith('data:');

const without = (all: Values, fields: string[]): Values => Object.fromEntries(Object.entries(all).filter(([field]) => !fields.includes(field)));
