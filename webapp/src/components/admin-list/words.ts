// What the items of a desk are called, and the sentences that count them.
import type { BulkAction } from '@/lib/content-calls';

export interface ListWords {
  /** 'review' */
  one: string;
  /** 'reviews' */
  many: string;
  /** The toast after one was deleted (spec section 8). */
  deleted: string;
}

const grouped = new Intl.NumberFormat('en-US');

/** '1 review', '2,000 reviews'. */
export function counted(n: number, words: ListWords): string {
  return `${grouped.format(n)} ${n === 1 ? words.one : words.many}`;
}

/** What a bulk action has made of its items: '3 reviews published'. */
export const outcome: Record<BulkAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  feature: 'featured',
  unfeature: 'no longer featured',
  delete: 'deleted',
  restore: 'restored',
};

/** What takes a bulk action back. */
export const opposite: Record<BulkAction, BulkAction> = {
  publish: 'unpublish',
  unpublish: 'publish',
  feature: 'unfeature',
  unfeature: 'feature',
  delete: 'restore',
  restore: 'delete',
};
