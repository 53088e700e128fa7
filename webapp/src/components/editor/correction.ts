// What is asked about a change of something that readers have seen.
import type { ContentType, Values } from '@/components/content/content-type';
import { sameMeaning } from '@/components/content/form';
import { noteMost } from '@/components/content/rules';
import type { ContentItem, Marking } from '@/lib/content-calls';

type Asking = Pick<ContentType<ContentItem, object>, 'fields' | 'correctable' | 'asksAbout'>;

const changed = (type: Asking, names: readonly string[], before: Values, after: Values) => names.some((name) => !sameMeaning(type, name, before[name], after[name]));

/** Reports whether readers have to be told what a change is: of a score, a verdict, a price or the product. Nobody has seen a new item (null) or a draft. */
export const hasToBeAsked = (type: Asking, item: ContentItem | null, before: Values, after: Values): boolean => item?.isPublished === true && changed(type, type.asksAbout, before, after);

/** Reports whether a change can be marked as a correction or an update. */
export const canBeMarked = (type: Asking, item: ContentItem | null, before: Values, after: Values): boolean => item?.isPublished === true && changed(type, type.correctable, before, after);

/** What the person has chosen, and typed. */
export interface Answer {
  choice: 'correction' | 'update' | 'typo' | null;
  note: string;
}

export const noAnswer: Answer = { choice: null, note: '' };

/** Returns what is wrong with an answer, and at what; null if it can be sent. */
export function problemWith({ choice, note }: Answer): { at: 'choice' | 'note'; message: string } | null {
  if (choice === null) return { at: 'choice', message: 'Choose one' };
  if (choice === 'correction' && note.trim() === '') return { at: 'note', message: 'Describe what was wrong' };
  if (choice !== 'typo' && Array.from(note.trim()).length > noteMost) return { at: 'note', message: `The note must be at most ${noteMost} characters` };
  return null;
}

/** Returns what the server is told; the answer has nothing wrong with it. */
export function markingOf({ choice, note }: Answer): Marking {
  if (choice === 'correction') return { correction: note.trim() };
  return choice === 'update' ? { update: note.trim() } : { typo: true };
}
