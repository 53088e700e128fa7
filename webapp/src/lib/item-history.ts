// The history of a review or an article, as the server tells it.

export type FieldValue = string | number | boolean | string[] | null;

export interface FieldChange {
  /** As the API calls it; isDeleted, too. */
  field: string;
  old: FieldValue;
  new: FieldValue;
}

export interface Actor {
  kind: 'admin' | 'bot' | 'visitor' | 'system';
  id?: string;
  name?: string;
}

/** One event in the life of an item. */
export interface Revision {
  revision: number;
  /** The event's: 'ReviewUpdated'. */
  type: string;
  at: string;
  /** When the log stored it: the site as of then shows it. */
  storedAt: string;
  actor: Actor;
  correlationId?: string;
  /** What a correction tells readers. */
  note?: string;
  changes: FieldChange[];
}

/** An item as it was at a revision. */
export interface PastItem<Item> extends Revision {
  isDeleted: boolean;
  item: Item;
}

/** A deleted item, which can be restored. */
export interface DeletedItem {
  id: number;
  title: string;
  revision: number;
  deletedAt: string;
  deletedBy: Actor;
}

/** Who it was: the admin's name, 'press (API key)', 'Candor'. */
export function actorName({ kind, name }: Actor): string {
  if (kind === 'bot') return `${name ?? 'unknown'} (API key)`;
  if (kind === 'system') return 'Candor';
  return name ?? kind;
}

const deeds: Record<string, string> = { Created: 'Created', Updated: 'Edited', Published: 'Published', Unpublished: 'Unpublished', Featured: 'Featured', Unfeatured: 'No longer featured', Deleted: 'Deleted', Restored: 'Restored', Scheduled: 'Scheduled', Corrected: 'Marked as a correction' };

/** What was done, 'Edited' for 'ReviewUpdated'; a type that a newer server writes is told as it is. */
export const deed = (type: string): string => deeds[type.replace(/^(Review|Article|Category)/, '')] ?? type;
