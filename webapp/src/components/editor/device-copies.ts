// Copies of unsaved changes in this browser, one per item or new item, for when the server can't be reached. A copy is written
// while the server lacks the text, and removed once the server has it.
import type { Values } from '@/components/content/content-type';

const prefix = 'candor-draft:';

export interface DeviceCopy {
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** The changed fields as they were when the item was loaded. */
  was: Values;
  /** The changed fields as they were typed. */
  values: Values;
  /** Whether it was sent to the server when the page was left, which nobody waited for. */
  sent?: boolean | undefined;
}

/** Returns the key of an item's copy: 'review:12', or 'review:' and the UUID of a new one's draft. */
export const copyKey = (noun: string, id: number | string): string => `${noun}:${id}`;

/** Returns the stored copy; null if there is none or it can't be read. */
export function readCopy(key: string): DeviceCopy | null {
  try {
    return copyIn(JSON.parse(localStorage.getItem(prefix + key) ?? 'null'));
  } catch {
    return null;
  }
}

// Lists of items read copies, too: a library for this would be loaded before their first row.
function copyIn(stored: unknown): DeviceCopy | null {
  if (!isObject(stored)) return null;
  const { at, was, values, sent } = stored;
  if (typeof at !== 'number' || !areValues(was) || !areValues(values) || (sent !== undefined && typeof sent !== 'boolean')) return null;
  return { at, was, values, ...(sent === undefined ? {} : { sent }) };
}

const areValues = (stored: unknown): stored is Values =>
  isObject(stored) && Object.values(stored).every((value) => typeof value === 'string' || typeof value === 'boolean');

const isObject = (stored: unknown): stored is Record<string, unknown> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored);

/** Returns the copies of new items of a type, by the UUID of their drafts. */
export function newCopies(noun: string): Map<string, DeviceCopy> {
  const found = new Map<string, DeviceCopy>();
  try {
    for (const key of Object.keys(localStorage)) {
      const id = key.startsWith(`${prefix}${noun}:`) ? key.slice(prefix.length + noun.length + 1) : '';
      const copy = id.includes('-') ? readCopy(copyKey(noun, id)) : null;
      if (copy) found.set(id, copy);
    }
  } catch {
    // Without a storage there is no copy.
  }
  return found;
}

/** Writes a copy. Returns what was written; null if the storage is full or forbidden. */
export function writeCopy(key: string, copy: DeviceCopy): DeviceCopy | null {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(copy));
    return copy;
  } catch {
    return null;
  }
}

export function dropCopy(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Without a storage there is no copy.
  }
}

/** Removes all copies, so that logging out leaves nothing in this browser. */
export function dropAllCopies(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // as above
  }
}
