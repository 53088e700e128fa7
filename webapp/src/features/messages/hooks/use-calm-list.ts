// A list that is polled, without rows that jump: while somebody is busy with it, new items wait above it.
import { useState } from 'react';
import type { Message } from '@/lib/api-types';

export interface CalmList {
  /** What to show, in order. */
  rows: Message[];
  /** How many new items wait to be shown. */
  waiting: number;
  /** Shows them. */
  release: () => void;
  /** Whether the item came while the list was open. */
  isNew: (id: number) => boolean;
}

/**
 * Keeps the rows where they are while `held`, with their newest content. `view` names what is listed (filters, page):
 * another one begins anew, and while it is loaded, `view` is undefined. New items come at the top: the inbox is newest first.
 */
export function useCalmList(items: Message[], view: string | undefined, held: boolean): CalmList {
  const [kept, setKept] = useState({ view, rows: items, known: newestOf(items) });
  const here = view === undefined || view === kept.view;
  const rows = here && held ? inPlace(kept.rows, items) : items;
  if (!here) setKept({ view, rows, known: newestOf(rows) });
  else if (rows.length !== kept.rows.length || rows.some((m, i) => m !== kept.rows[i])) setKept({ ...kept, rows });

  return {
    rows,
    waiting: here && held ? items.filter((m) => m.id > newestOf(rows)).length : 0,
    release: () => setKept({ ...kept, rows: items }),
    isNew: (id) => id > kept.known,
  };
}

const newestOf = (items: Message[]) => items.reduce((top, m) => Math.max(top, m.id), 0);

/** The rows as they stand, with what is known of them now, and the older ones that moved up from the next page. */
function inPlace(rows: Message[], items: Message[]): Message[] {
  const now = new Map(items.map((m) => [m.id, m]));
  const oldest = rows.reduce((least, m) => Math.min(least, m.id), Infinity);
  // One that the list lacks was pushed to the next page, or no longer fits the filter; it stays until the list may move.
  return [...rows.map((m) => now.get(m.id) ?? m), ...items.filter((m) => m.id < oldest)];
}
