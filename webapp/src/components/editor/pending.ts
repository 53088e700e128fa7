// Work that must finish before a form can be saved: a picture that is still being uploaded.
import { createContext, useContext, useEffect } from 'react';

/** Counts work that begins (1) and ends (-1). */
export const PendingContext = createContext<(by: 1 | -1) => void>(() => undefined);

/** Prevents saving while busy. */
export function usePending(busy: boolean): void {
  const count = useContext(PendingContext);
  useEffect(() => {
    if (!busy) return;
    count(1);
    return () => count(-1);
  }, [busy, count]);
}
