// Where a reader goes on after a list has changed: at its head. After a choice of a control the focus stays where it is, since the next
// choice may follow, and the reader may have gone on to it before the list is drawn.
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';

/** The history state of a navigation by one of the list's controls: a filter or the order. */
export const fromControl = { fromControl: true };

/** @returns the head's reference; it must be focusable. */
export function useListHead(): RefObject<HTMLHeadingElement | null> {
  const head = useRef<HTMLHeadingElement>(null);
  const { key, pathname, state } = useLocation() as Location<typeof fromControl | null>;
  const how = useNavigationType();
  const shown = useRef({ key, pathname });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    // Another page's beginning, and the way back, are use-scroll's.
    if (before.key === key || before.pathname !== pathname || how === NavigationType.Pop || !head.current) return;
    const controlled = state?.fromControl === true || document.activeElement?.matches('input, select') === true;
    if (!controlled) head.current.focus({ preventScroll: true });
    if (!controlled || head.current.getBoundingClientRect().top < 0) head.current.scrollIntoView();
  }, [key, pathname, state, how]);
  return head;
}
