// Where a reader goes on after a list has changed: at its head. A control that has the focus keeps it, since its next choice may follow.
import { useEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** @returns the head's reference; it must be focusable. */
export function useListHead(): RefObject<HTMLHeadingElement | null> {
  const head = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const how = useNavigationType();
  const shown = useRef({ key, pathname });
  useEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    // Another page's beginning, and the way back, are use-scroll's.
    if (before.key === key || before.pathname !== pathname || how === NavigationType.Pop || !head.current) return;
    const controlled = document.activeElement?.matches('input, select') ?? false;
    if (!controlled) head.current.focus({ preventScroll: true });
    if (!controlled || head.current.getBoundingClientRect().top < 0) head.current.scrollIntoView();
  }, [key, pathname, how]);
  return head;
}
