// Scores by criteria as a form holds them: as JSON, in one field.
import { weightedScore } from '@/lib/weighted-score';
import { meaning, most, rating, text as shortText } from './rules';

/** The rule for the sentence that explains a score. */
const reason = shortText('The reason', most.shortText);

/** A score as it is typed; name and weight are the criterion's. */
export interface TypedScore {
  criterionId: string;
  name: string;
  /** In percent. */
  weight: number;
  score: string;
  text: string;
}

interface StoredScore extends Omit<TypedScore, 'score' | 'text'> {
  score: number;
  text?: string;
}

/** Returns the form's value for the API's. */
export const scoresToForm = (stored: unknown): string =>
  JSON.stringify(
    Array.isArray(stored)
      ? (stored as StoredScore[]).map(({ criterionId, name, weight, score, text = '' }): TypedScore => ({
          criterionId,
          name,
          weight,
          score: String(score),
          text,
        }))
      : [],
  );

/** Returns the scores in a form's value; none in one that isn't its. */
export function scoresIn(value: string): TypedScore[] {
  try {
    return JSON.parse(value) as TypedScore[];
  } catch {
    return [];
  }
}

/** Returns the API's value for the form's: without criteria that have no score. */
export const scoresToServer = (value: string): StoredScore[] =>
  scoresIn(value)
    .filter(({ score }) => score.trim() !== '')
    .map(({ criterionId, name, weight, score, text }) => ({
      criterionId,
      name,
      weight,
      score: meaning.rating(score),
      ...(text.trim() === '' ? {} : { text: text.trim() }),
    }));

/** Returns what is wrong with the scores; undefined if nothing is. */
export function scoresRule(value: string): string | undefined {
  for (const { name, score, text } of scoresIn(value)) {
    const wrong = score.trim() === '' ? (text.trim() === '' ? undefined : 'Rating is required') : rating(score);
    if (wrong) return wrong.replace(/^Rating/, name);
    const tooLong = reason(text);
    if (tooLong) return `${name}: ${tooLong}`;
  }
  return undefined;
}

/** Returns the mean by weight in steps of 0.1; null without a valid score. */
export function meanOf(value: string): number | null {
  if (scoresRule(value) !== undefined) return null;
  return weightedScore(scoresToServer(value));
}
