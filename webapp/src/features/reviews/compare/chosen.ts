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

const isChosen = (one: unknown): one is Chosen => typeof one === 'object' && one !== null && 'id' in one && Number.isSafeInteger(one.id) && 'name' in one && typeof one.name === 'string';

function stored(): Chosen[] {
  try {
    const all: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(all) ? all.filter(isChosen).slice(0, mostCompared) : [];
  } catch {
    return [];
  }
}

// The server knows none: hydration starts without, and followChosen puts that right.
export const useChosen = create<{ all: readonly Chosen[] }>()(() => ({ all: [] }));

function keep(all: readonly Chosen[]): void {
  writeStored(key, all.length === 0 ? null : JSON.stringify(all));
  useChosen.setState({ all });
}

/** Adds a product, unless as many are chosen as can be compared. */
export const choose = (one: Chosen): void => keep([...useChosen.getState().all.filter(({ id }) => id !== one.id), one].slice(0, mostCompared));

export const dismiss = (id: number): void => keep(useChosen.getState().all.filter((one) => one.id !== id));

export const dismissAll = (): void => keep([]);

/** Reads what is kept, and follows what other tabs choose. Returns how to stop. */
export function followChosen(): () => void {
  const refresh = () => useChosen.setState({ all: stored() });
  const onStorage = (e: StorageEvent) => {
    if (e.key === key || e.key === null) refresh();
  };
  refresh();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
