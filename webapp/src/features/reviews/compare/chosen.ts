// The products that a reader has chosen to compare. They are kept in the browser, for all its tabs.
import { create } from 'zustand';
import { mostCompared } from '@/lib/most-compared';
import { readStored, writeStored } from '@/lib/storage';

export interface Chosen {
  /** Of the review. */
  id: number;
  /** Of the product. */
  name: string;
}

const key = 'candor-compare';

const isChosen = (one: unknown): one is Chosen =>
  typeof one === 'object' && one !== null && 'id' in one && Number.isSafeInteger(one.id) && 'name' in one && typeof one.name === 'string';

function stored(): Chosen[] {
  try {
    const all: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(all) ? all.filter(isChosen).slice(0, mostCompared) : [];
  } catch {
    return [];
  }
}

/** Says in the tab's storage that the reader has put the tray away. */
const awayKey = 'candor-compare-away';

interface Choice {
  all: readonly Chosen[];
  /** The tray isn't shown. */
  away: boolean;
}

// The server knows none: hydration starts without, and followChosen puts that right.
export const useChosen = create<Choice>()(() => ({ all: [], away: false }));

function keep(all: readonly Chosen[]): void {
  writeStored(key, all.length === 0 ? null : JSON.stringify(all));
  useChosen.setState({ all });
}

/** Adds a product, unless as many are chosen as can be compared. The tray comes back. */
export function choose(one: Chosen): void {
  setAway(false);
  keep([...useChosen.getState().all.filter(({ id }) => id !== one.id), one].slice(0, mostCompared));
}

/** Puts the tray away, in this tab, until a product is added. */
export const putAway = (): void => setAway(true);

function setAway(away: boolean): void {
  writeStored(awayKey, away ? 'true' : null, 'sessionStorage');
  useChosen.setState({ away });
}

export const dismiss = (id: number): void => keep(useChosen.getState().all.filter((one) => one.id !== id));

export const dismissAll = (): void => keep([]);

/** Reads what is kept, and follows what other tabs choose. Returns how to stop. */
export function followChosen(): () => void {
  const refresh = () => useChosen.setState({ all: stored(), away: readStored(awayKey, 'sessionStorage') !== null });
  const onStorage = (e: StorageEvent) => {
    if (e.key === key || e.key === null) refresh();
  };
  refresh();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
