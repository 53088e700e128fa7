// The words for corrections, updates and what they changed.
import type { Correction, Version } from '@/lib/api-types';
import { formatScore } from '@/lib/format';
import { formatMoney } from '@/lib/money';

/** A value before or after a change; undefined where it is withheld. */
type Value = Version['changes'][number]['from'];

const isPrice = (field: string) => field === 'productPrice' || field === 'productPriceMax';

/** Reports whether a field holds one short value, of which one takes the place of the other. */
export const isFigure = (field: string): boolean => field === 'rating' || isPrice(field);

/** A rating as '4.6', a price as '$1,299', 'none' where there is none. */
const figureText = (field: string, value: Value): string =>
  typeof value !== 'number' ? 'none' : field === 'rating' ? formatScore(value) : formatMoney(value);

/** What the record of an item's corrections and updates is called. */
export function titleOf(corrections: readonly Pick<Correction, 'type'>[]): string {
  const [corrected, updated] = [corrections.some((c) => c.type === 'correction'), corrections.some((c) => c.type === 'update')];
  return corrected && updated ? 'Corrections and updates' : updated ? 'Updates' : 'Corrections';
}

/** A correction's or update's changes in a few words: '4.6 → 4.0, price $1,299 → $999, verdict'. */
export function summaryOf(changes: Correction['changes']): string {
  return changes
    .map(({ field, name: title, from, to }) => {
      const name = title.toLowerCase();
      if (!isFigure(field)) return name;
      if (from === undefined) return field === 'rating' ? 'score' : name;
      const figures = `${figureText(field, from)} → ${figureText(field, to)}`;
      return field === 'rating' ? figures : `${name} ${figures}`;
    })
    .join(', ');
}
