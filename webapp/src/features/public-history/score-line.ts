// The score of a review over its versions, as a line of steps. Every version has the same width, because many may be of one day.
import type { Version } from '@/lib/api-types';
import { formatDate, formatScore } from '@/lib/format';

/** A version's step; all numbers are parts of the chart's width and height, 0 to 1 from its upper left corner. */
export interface Step {
  revision: number;
  rating: number;
  from: number;
  to: number;
  y: number;
  /** Its score is written beside it. */
  labelled: boolean;
  /** It was a correction: what stood there before was wrong. */
  corrected: boolean;
}

const [worst, best] = [1, 5];

/** How high a score stands. */
export const heightOf = (rating: number): number => (best - rating) / (best - worst);

/** The most scores that are written beside the line. */
const mostLabels = 8;

/**
 * The steps, oldest first. A version that is withheld has none. Of the scores, the first is written, and each that differs from the one
 * before.
 */
export function stepsOf(newestFirst: readonly Pick<Version, 'revision' | 'rating' | 'type'>[]): Step[] {
  const steps: Step[] = [];
  [...newestFirst].reverse().forEach(({ revision, rating, type }, i, all) => {
    if (rating === null) return;
    steps.push({
      revision,
      rating,
      from: i / all.length,
      to: (i + 1) / all.length,
      y: heightOf(rating),
      labelled: rating !== steps.at(-1)?.rating,
      corrected: type === 'correction',
    });
  });
  const labelled = steps.filter((step) => step.labelled);
  if (labelled.length <= mostLabels) return steps;
  const ratings = steps.map((step) => step.rating);
  const ends = [
    steps[0],
    steps.at(-1),
    steps.find((s) => s.rating === Math.min(...ratings)),
    steps.find((s) => s.rating === Math.max(...ratings)),
  ];
  return steps.map((step) => ({ ...step, labelled: ends.includes(step) }));
}

/** The line through the steps, as an SVG path in a square of 100 by 100. It is interrupted where a version is missing. */
export function pathOf(steps: readonly Step[]): string {
  const at = (n: number) => String(Math.round(n * 10_000) / 100);
  return steps
    .map(({ from, to, y }, i) => {
      const joined = i > 0 && Math.abs((steps[i - 1]?.to ?? 0) - from) < 1e-9;
      return `${joined ? 'L' : 'M'}${at(from)} ${at(y)}H${at(to)}`;
    })
    .join('');
}

/** The line in words, for who can't see it. */
export function lineInWords(steps: readonly Step[], versions: readonly Pick<Version, 'revision' | 'at'>[]): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return '';
  const ratings = steps.map((step) => step.rating);
  const dated = (step: Step) =>
    `${formatScore(step.rating)} on ${formatDate(versions.find((v) => v.revision === step.revision)?.at ?? '')}`;
  return `The score by version: ${dated(first)}, ${dated(last)}; lowest ${formatScore(Math.min(...ratings))}, highest ${formatScore(Math.max(...ratings))}.${correctionsInWords(steps.filter((step) => step.corrected).map(dated))}`;
}

function correctionsInWords(corrected: string[]): string {
  return corrected.length === 0 ? '' : ` Corrected: ${corrected.join(', ')}.`;
}
