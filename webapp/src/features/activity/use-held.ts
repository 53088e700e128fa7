// Whether a list that grows at its top should wait with that: while somebody has scrolled into it or has the focus in it.
import { useSyncExternalStore, type RefObject } from 'react';
import { useFocusWithin } from '@/hooks/use-focus-within';

export function useHeld(list: RefObject<HTMLElement | null>): boolean {
  const atTop = useSyncExternalStore(onScroll, () => isAtTop(list.current));
  return useFocusWithin(list) || !atTop;
}

/** Whether the list's beginning is on the screen, so that what comes there is seen to come. */
const isAtTop = (list: HTMLElement | null) => list === null || list.getBoundingClientRect().top >= 0;

function onScroll(onChange: () => void): () => void {
  addEventListener('scroll', onChange, { passive: true });
  return () => removeEventListener('scroll', onChange);
}
