// The score that a review's parts add up to, beside the one that its editor gave.

interface Part {
  score: number;
  /** In percent. */
  weight: number;
}

/** Returns the mean by weight in steps of 0.1; null without parts. */
export function weightedScore(parts: readonly Part[]): number | null {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return null;
  return Math.round((parts.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights) * 10) / 10;
}

/** Reports whether two scores differ by a step or more. */
export const scoresDiffer = (a: number, b: number): boolean => Math.round(Math.abs(a - b) * 10) >= 1;
