// Three-way merge of a form: as it was loaded, as it was edited since, and as it is on the server now.
import type { Value, Values } from '@/components/content/content-type';

export interface Change {
  field: string;
  was: Value;
  theirs: Value;
}

export interface Conflict extends Change {
  mine: Value;
  /** Null until the admin has chosen. */
  choice: 'mine' | 'theirs' | null;
}

export interface Merge {
  /** The merged form. Where both sides changed a field, it has the form's value. */
  values: Values;
  /** Fields that only the other side changed. */
  taken: Change[];
  /** Fields that both sides changed to different values. */
  conflicts: Conflict[];
}

/** @param was of `mine`, at least the fields in it; @param same whether two texts of a field mean the same. */
export function merge(was: Values, mine: Values, theirs: Values, same: (field: string, a: Value, b: Value) => boolean): Merge {
  const merged: Merge = { values: { ...theirs }, taken: [], conflicts: [] };
  for (const [field, their] of Object.entries(theirs)) {
    const before = was[field] ?? their;
    const my = mine[field] ?? before;
    const theyChanged = !same(field, before, their);
    if (same(field, before, my) || same(field, my, their)) {
      if (theyChanged && !same(field, my, their)) merged.taken.push({ field, was: before, theirs: their });
      else merged.values[field] = my; // the same, in the words that were typed
      continue;
    }
    merged.values[field] = my;
    if (theyChanged) merged.conflicts.push({ field, was: before, theirs: their, mine: my, choice: null });
  }
  return merged;
}

export interface Passage {
  /** The context before the change, '…' where it was cut. */
  before: string;
  removed: string;
  added: string;
  after: string;
}

/** How many characters are shown on either side of a change. */
const context = 60;

/** Returns the passage in which two texts differ, from the first differing word to the last, with some context. */
export function changedPassage(from: string, to: string): Passage {
  const a = from.split(/(\s+)/);
  const b = to.split(/(\s+)/);
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const before = a.slice(0, start).join('');
  const after = a.slice(a.length - end).join('');
  return {
    before: before.length > context ? `…${before.slice(-context)}` : before,
    removed: a.slice(start, a.length - end).join(''),
    added: b.slice(start, b.length - end).join(''),
    after: after.length > context ? `${after.slice(0, context)}…` : after,
  };
}
