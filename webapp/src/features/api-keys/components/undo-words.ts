// How an undo is told: what can be undone, and how many of what.
import type { Compensation } from '@/lib/api-types';
import type { ItemKind } from '../api/undo';

export const kinds: readonly ItemKind[] = ['review', 'article', 'page', 'category'];
export const kindNames = { review: 'Reviews', article: 'Articles', page: 'Pages', category: 'Categories' } as const;

/** A name of an item that no other has. */
export const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind}-${id}`;

/** What is as it was, and a category that is in use, can't be chosen. */
export const canUndo = ({ action }: Compensation) => action !== 'none' && action !== 'keep';

export const counted = (n: number, one: string) => `${n} ${n === 1 ? one : one.replace(/y$/, 'ie') + 's'}`;

const deeds = { delete: 'deleted', restore: 'restored', revert: 'reverted' } as const;

/** '3 reviews will be deleted', by kind and by what is done. */
export function tally(items: readonly Compensation[]): string[] {
  return kinds.flatMap((kind) =>
    (['delete', 'restore', 'revert'] as const).flatMap((action) => {
      const n = items.filter((item) => item.kind === kind && item.action === action).length;
      return n === 0 ? [] : [`${counted(n, kind)} will be ${deeds[action]}`];
    }),
  );
}
