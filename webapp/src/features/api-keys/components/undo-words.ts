// The words of an undo: which items can be undone, and how many of each kind.
import type { Compensation } from '@/lib/api-types';
import { kindNames, kinds } from '@/lib/kinds';
import type { ItemKind } from '../api/undo';

export const itemKinds: readonly ItemKind[] = [...kindNames, 'category'];

/** Returns 'Reviews'. */
export const titleOf = (kind: ItemKind): string => (kind === 'category' ? 'Categories' : kinds[kind].title);

/** Returns a unique name of an item. */
export const keyOf = ({ kind, id }: { kind: string; id: number }) => `${kind}-${id}`;

/** Reports whether an item can be chosen: not if it is in its earlier state already, or a category in use. */
export const canUndo = ({ action }: Compensation) => action !== 'none' && action !== 'keep';

export const counted = (n: number, one: string) => `${n} ${n === 1 ? one : one.replace(/y$/, 'ie') + 's'}`;

const results = { delete: 'deleted', restore: 'restored', revert: 'reverted' } as const;

/** Returns '3 reviews will be deleted', by kind and action. */
export function tally(items: readonly Compensation[]): string[] {
  return itemKinds.flatMap((kind) =>
    (['delete', 'restore', 'revert'] as const).flatMap((action) => {
      const n = items.filter((item) => item.kind === kind && item.action === action).length;
      return n === 0 ? [] : [`${counted(n, kind)} will be ${results[action]}`];
    }),
  );
}
