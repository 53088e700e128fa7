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
