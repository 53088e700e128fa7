// The history of an item: its revisions, and the words for them.
import type { Actor, FieldChange, ItemRevision } from './api-types';

export type FieldValue = FieldChange['old'];

/** An item as it was at a revision. */
export interface PastItem<Item> extends ItemRevision {
  isDeleted: boolean;
  item: Item;
}

/** Who it was: the admin's name, 'press (API key)', 'Candor'. */
export function actorName({ kind, name }: Actor): string {
  if (kind === 'bot') return `${name ?? 'unknown'} (API key)`;
  if (kind === 'system') return 'Candor';
  return name ?? kind;
}

const deeds: Record<string, string> = { Created: 'Created', Updated: 'Edited', Published: 'Published', Unpublished: 'Unpublished', Featured: 'Featured', Unfeatured: 'No longer featured', Deleted: 'Deleted', Restored: 'Restored', Scheduled: 'Scheduled', Corrected: 'Marked as a correction' };

/** What was done, 'Edited' for 'ReviewUpdated'; a type that a newer server writes is told as it is. */
export const deed = (type: string): string => deeds[type.replace(/^(Review|Article|Page|Category)/, '')] ?? type;
