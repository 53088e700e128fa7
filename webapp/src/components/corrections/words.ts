// The words for corrections, updates and what they changed.
import type { Correction, Version } from '@/lib/api-types';
import { formatScore } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { listText } from '@/lib/list-text';

/** A value before or after a change; undefined where it is withheld. */
export type Value = Version['changes'][number]['from'];

/** Fields that readers know by another name than the API. */
const names: Record<string, string> = {
  scoreReason: 'Reason for the score',
  subScores: 'Scores',
  productPrice: 'Price',
  productPriceMax: 'Highest price',
  productName: 'Product',
  productBrand: 'Brand',
  content: 'Text',
  excerpt: 'Summary',
  categoryId: 'Category',
  authorName: 'Author',
  features: 'Key features',
  imageUrl: 'Picture',
  imageUrls: 'Pictures',
  productImageUrl: 'Product picture',
  videoUrl: 'Video',
  aliexpressLink: 'AliExpress link',
  shopeeLink: 'Shopee link',
};

/** The name of a field as readers know it: 'Video credit' for 'videoCredit'. */
export const nameOf = (field: string): string => names[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isPrice = (field: string) => field === 'productPrice' || field === 'productPriceMax';

/** Reports whether a field holds one short value, of which one takes the place of the other. */
export const isFigure = (field: string): boolean => field === 'rating' || isPrice(field);

/** A rating as '4.6', a price as '$1,299', a list as lines; '' where there is none. */
export function textOf(field: string, value: Value): string {
  if (typeof value === 'number') return field === 'rating' ? formatScore(value) : isPrice(field) ? formatMoney(value) : String(value);
  return Array.isArray(value) ? listText(value) : (value ?? '');
}

/** What the record of an item's corrections and updates is called. */
export function titleOf(corrections: readonly Pick<Correction, 'type'>[]): string {
  const [corrected, updated] = [corrections.some((c) => c.type === 'correction'), corrections.some((c) => c.type === 'update')];
  return corrected && updated ? 'Corrections and updates' : updated ? 'Updates' : 'Corrections';
}

/** A correction's or update's changes in a few words: '4.6 → 4.0, price $1,299 → $999, verdict'. */
export function summaryOf(changes: Correction['changes']): string {
  return changes
    .map(({ field, from, to }) => {
      const name = nameOf(field).toLowerCase();
      if (!isFigure(field)) return name;
      if (from === undefined || to === undefined) return field === 'rating' ? 'score' : name;
      const figures = `${textOf(field, from) || 'none'} → ${textOf(field, to) || 'none'}`;
      return field === 'rating' ? figures : `${name} ${figures}`;
    })
    .join(', ');
}
