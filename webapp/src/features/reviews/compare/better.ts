// Which values are better. Nothing is guessed: numbers are compared where all are numbers of the same unit, and one side is known to be
// better.
import type { ComparedSpecification } from '@/lib/api-types';

export type Direction = ComparedSpecification['better'];

/** A value that begins with a number: '1.12 kg measured'. */
const measured = /^\s*([-−+±]?)\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*([^\s\d,;()]*)/;

/** Returns the number that a value begins with, and its unit; null if it begins with something else. */
export function quantity(value: string): { number: number; unit: string } | null {
  const parts = measured.exec(value);
  if (!parts) return null;
  const [, sign = '', whole = '', fraction = '', unit = ''] = parts;
  const number = Number(whole.replaceAll(',', '') + fraction);
  return { number: sign === '-' || sign === '−' ? -number : number, unit: unit.toLowerCase() };
}

/** Returns which of some numbers are the best ones: all that equal the best; none if all are equal, or fewer than two are known. */
export function best(numbers: readonly (number | null)[], better: Direction): boolean[] {
  const known = numbers.filter((n) => n !== null);
  const top = better === 'higher' ? Math.max(...known) : Math.min(...known);
  const apart = known.length > 1 && known.some((n) => n !== top);
  return numbers.map((n) => apart && n === top);
}

/** Returns which values of a specification are the best ones; none where one that is there is no number of the same unit. */
export function bestValues(values: readonly (string | null)[], better: Direction): boolean[] {
  const quantities = values.map((value) => (value === null ? null : quantity(value)));
  const units = new Set(quantities.flatMap((one) => (one ? [one.unit] : [])));
  const comparable = units.size === 1 && values.every((value, i) => value === null || quantities[i]);
  return best(
    quantities.map((one) => (comparable && one ? one.number : null)),
    better,
  );
}
