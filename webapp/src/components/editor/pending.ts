// Work that a form must wait for before it is saved: a picture that is still being made smaller.
import { createContext, useContext, useEffect } from 'react';

/** Counts what is begun (1) and done (-1). */
export const PendingContext = createContext<(by: 1 | -1) => void>(() => undefined);

/** Holds saving back while busy. */
export function usePending(busy: boolean): void {
  const count = useContext(PendingContext);
  useEffect(() => {
    if (!busy) return;
    count(1);
    return () => count(-1);
  }, [busy, count]);
}
