// Which items of a list are ticked. The choice outlives a change of page, so that items of several pages can be worked
// on at once. Another filter or search clears it, so that nobody deletes items that the list no longer shows.
import { useState } from 'react';

export interface Selection<Item> {
  items: ReadonlyMap<number, Item>;
  has: (id: number) => boolean;
  /** Ticks or unticks. */
  set: (items: readonly Item[], on: boolean) => void;
  clear: () => void;
}

/** scope names what the list is narrowed to. */
export function useSelection<Item extends { id: number }>(scope: string): Selection<Item> {
  const [items, setItems] = useState<ReadonlyMap<number, Item>>(new Map());
  const [of, setOf] = useState(scope);
  if (of !== scope) {
    setOf(scope);
    setItems(new Map());
  }
  return {
    items,
    has: (id) => items.has(id),
    set: (which, on) =>
      setItems((before) => {
        const after = new Map(before);
        for (const item of which) {
          if (on) after.set(item.id, item);
          else after.delete(item.id);
        }
        return after;
      }),
    clear: () => setItems(new Map()),
  };
}
