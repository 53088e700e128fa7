// The history of an item: its saves, and the words for them.
import type { Actor, ItemRevision } from './api-types';
import { kindNames } from './kinds';

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

const words: Record<string, string> = {
  Created: 'Created',
  Updated: 'Edited',
  Published: 'Published',
  Unpublished: 'Unpublished',
  Featured: 'Featured',
  Unfeatured: 'No longer featured',
  Deleted: 'Deleted',
  Restored: 'Restored',
  Scheduled: 'Scheduled',
  DraftScheduled: 'Draft scheduled',
  DraftUnscheduled: 'Schedule of the draft canceled',
  DraftPublished: 'Draft published',
  DraftNotPublished: 'Draft not published',
  Corrected: 'Marked as a correction',
  UpdateNoted: 'Marked as an update',
  TypoMarked: 'Marked as a typo',
  VersionWithheld: 'Version withheld',
  VersionReleased: 'Version shown again',
};

const kind = new RegExp(`^(${[...kindNames, 'category'].join('|')})`, 'i');

/** Returns the word for an event's type, 'Edited' for 'ReviewUpdated'; a type of a newer server stays as it is. */
export const actionOf = (type: string): string => words[type.replace(kind, '')] ?? type;

/** Joins words that each begin with a capital letter, each once: 'Published, edited'. */
export const sentence = (parts: readonly string[]): string =>
  [...new Set(parts)].map((part, i) => (i === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1))).join(', ');

/** Reports whether one of a save's events has a revision; its own is that of the last one. */
export const holds = ({ revision, types }: Pick<ItemRevision, 'revision' | 'types'>, wanted: number): boolean =>
  wanted <= revision && wanted > revision - types.length;

const isEdit = (type: string) => type.endsWith('Updated');
export const isMarking = (type: string) => /(Corrected|UpdateNoted|TypoMarked)$/.test(type);
const isSchedule = (type: string) => type.endsWith('Scheduled');
const isTime = (field: string) => field === 'publishAt' || field === 'unpublishAt';

/** Returns what a save did, 'Published, edited, marked as a typo', with words of your own for the edit. */
export function actionsOf({ types, changes }: Pick<ItemRevision, 'types' | 'changes'>, edited = 'Edited'): string {
  // what was scheduled has happened, or no longer will
  const ends = types.length > 1 && changes.every(({ field, new: now }) => !isTime(field) || now === null);
  const others = types.filter((type) => !isEdit(type) && !isMarking(type) && !(ends && isSchedule(type)));
  return sentence([...others.map(actionOf), ...(types.some(isEdit) ? [edited] : []), ...types.filter(isMarking).map(actionOf)]);
}
