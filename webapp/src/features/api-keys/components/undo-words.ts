// The words of an undo: which items can be undone, and how many of each kind.
import type { Compensation } from '@/lib/api-types';
import type { ItemKind } from '../api/undo';

export const kinds: readonly ItemKind[] = ['review', 'article', 'page', 'category'];
export const kindNames = { review: 'Reviews', article: 'Articles', page: 'Pages', category: 'Categories' } as const;

/** Returns a unique name of an item. */
export const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind}-${id}`;

/** Reports whether an item can be chosen: not if it is in its earlier state already, or a category in use. */
export const canUndo = ({ action }: Compensation) => action !== 'none' && action !== 'keep';

export const counted = (n: number, one: string) => `${n} ${n === 1 ? one : one.replace(/y$/, 'ie') + 's'}`;

const results = { delete: 'deleted', restore: 'restored', revert: 'reverted' } as const;

/** Returns '3 reviews will be deleted', by kind and action. */
export function tally(items: readonly Compensation[]): string[] {
  return kinds.flatMap((kind) =>
    (['delete', 'restore', 'revert'] as const).flatMap((action) => {
      const n = items.filter((item) => item.kind === kind && item.action === action).length;
      return n === 0 ? [] : [`${counted(n, kind)} will be ${results[action]}`];
    }),
  );
}
