import { describe, expect, it } from 'vitest';
import { lineInWords, pathOf, stepsOf } from './score-line';

/** Versions with these ratings, the oldest first here and the newest first as answers have them. */
const versions = (...ratings: (number | null)[]) =>
  ratings.map((rating, i) => ({ revision: i, rating, type: 'edit' as const, at: `2026-11-${10 + i}T10:00:00Z` })).reverse();

describe('the line of scores', () => {
  it('goes from the oldest version to the newest, each as wide as any other', () => {
    const steps = stepsOf(versions(5, 3, 3, 1));
    expect(steps.map(({ from, to, y }) => [from, to, y])).toEqual([
      [0, 0.25, 0],
      [0.25, 0.5, 0.5],
      [0.5, 0.75, 0.5],
      [0.75, 1, 1],
    ]);
    expect(pathOf(steps)).toBe('M0 0H25L25 50H50L50 50H75L75 100H100');
  });

  it('is interrupted where a version is withheld', () => {
    expect(pathOf(stepsOf(versions(5, null, 1)))).toBe('M0 0H33.33M66.67 100H100');
  });

  it('writes a score beside it where it changes', () => {
    expect(stepsOf(versions(4.6, 4.6, 4, 4.6)).map((s) => s.labelled)).toEqual([true, false, true, true]);
  });

  it('writes the first, the last, the lowest and the highest score alone where many change', () => {
    const steps = stepsOf(versions(3, 3.1, 3.2, 3.3, 3.4, 5, 3.6, 3.7, 1, 3.9, 4));
    expect(steps.filter((s) => s.labelled).map((s) => s.rating)).toEqual([3, 5, 1, 4]);
  });

  it('is told in words', () => {
    const all = versions(4.6, 2.5, 4);
    expect(lineInWords(stepsOf(all), all)).toBe(
      'The score by version: 4.6 on November 10, 2026, 4.0 on November 12, 2026; lowest 2.5, highest 4.6.',
    );
  });

  it('marks corrections, and names them', () => {
    const all = versions(4.6, 4.6, 4).map((one) => (one.revision === 2 ? { ...one, type: 'correction' as const } : one));
    expect(stepsOf(all).map((step) => step.corrected)).toEqual([false, false, true]);
    expect(lineInWords(stepsOf(all), all)).toMatch(/highest 4\.6\. Corrected: 4\.0 on November 12, 2026\.$/);
  });

  it('of nothing is nothing', () => {
    expect([stepsOf(versions(null)), pathOf([]), lineInWords([], [])]).toEqual([[], '', '']);
  });
});
