// The history of an item: its revisions, and the words for them.
import type { Actor, FieldChange, ItemRevision } from './api-types';
import { kindNames } from './kinds';

export type FieldValue = FieldChange['old'];

/** An item as it was at a revision. */
export interface PastItem<Item> extends ItemRevision {
  isDeleted: boolean;
  item: Item;
}

/** Returns the name of an actor: the admin's, 'press (API key)', 'Candor', 'Unknown'. */
export function actorName({ kind, name }: Actor): string {
  if (kind === 'bot') return `${name ?? 'unknown'} (API key)`;
  if (kind === 'system') return 'Candor';
  if (kind === 'unknown') return 'Unknown';
  return name ?? kind;
}

const words: Record<string, string> = { Created: 'Created', Updated: 'Edited', Published: 'Published', Unpublished: 'Unpublished', Featured: 'Featured', Unfeatured: 'No longer featured', Deleted: 'Deleted', Restored: 'Restored', Scheduled: 'Scheduled', DraftScheduled: 'Draft scheduled', DraftUnscheduled: 'Schedule of the draft canceled', DraftPublished: 'Draft published', DraftNotPublished: 'Draft not published', Corrected: 'Marked as a correction', UpdateNoted: 'Marked as an update', TypoMarked: 'Marked as a typo', VersionWithheld: 'Version withheld', VersionReleased: 'Version shown again' };

const kind = new RegExp(`^(${[...kindNames, 'category'].join('|')})`, 'i');

/** Returns the word for an event's type, 'Edited' for 'ReviewUpdated'; a type of a newer server stays as it is. */
export const actionOf = (type: string): string => words[type.replace(kind, '')] ?? type;
