// The answer to what kind of change something is that readers have seen.
import { noteMost } from '@/components/content/rules';
import type { ChangeQuestion } from '@/lib/api-types';
import { characters } from '@/lib/characters';
import type { Marking } from '@/lib/content-calls';

export type Choice = 'correction' | 'update' | 'typo' | 'none';

/** What the person has chosen, and typed. */
export interface Answer {
  choice: Choice | null;
  note: string;
}

export const noAnswer: Answer = { choice: null, note: '' };

/** Returns the choices that a question has. Pages, which have no history, can be changed without a word. */
export function choicesOf({ kinds }: Pick<ChangeQuestion, 'kinds'>): Choice[] {
  const possible = kinds.filter(({ reason }) => reason === null).map(({ type }): Choice => type);
  return kinds.some(({ type }) => type !== 'correction') ? possible : [...possible, 'none'];
}

/** Returns why a change isn't a typo; null if it may be one. */
export const whyNoTypo = ({ kinds }: Pick<ChangeQuestion, 'kinds'>): string | null =>
  kinds.find(({ type }) => type === 'typo')?.reason ?? null;

/** Returns what is wrong with an answer, and at what; null if it can be sent. */
export function problemWith({ choice, note }: Answer): { at: 'choice' | 'note'; message: string } | null {
  if (choice === null) return { at: 'choice', message: 'Choose one' };
  if (choice === 'correction' && note.trim() === '') return { at: 'note', message: 'Describe what was wrong' };
  if ((choice === 'correction' || choice === 'update') && characters(note.trim()) > noteMost)
    return { at: 'note', message: `The note must be at most ${noteMost} characters` };
  return null;
}

/** Returns what the server is told; the answer has nothing wrong with it. */
export function markingOf({ choice, note }: Answer): Marking {
  if (choice === 'correction') return { correction: note.trim() };
  if (choice === 'update') return { update: note.trim() };
  return choice === 'typo' ? { typo: true } : {};
}
