// The focus goes back, when a dialog closes, to what had it when the dialog opened. Radix does so only for a dialog with
// a trigger of its own, which ours don't have.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** @param otherwise takes the focus if what had it is gone, such as a row that no longer fits its list */
export function useReturnFocus(open: boolean, otherwise?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  // Before the dialog's content, which Radix adds to the page after this: a field in it may take the focus at once.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement === document.body ? beneath() : document.activeElement;
  }, [open]);
  return {
    onCloseAutoFocus: (e: Event) => {
      e.preventDefault();
      const to = opener.current?.isConnected ? opener.current : otherwise?.current;
      if (to instanceof HTMLElement) to.focus({ preventScroll: true });
    },
  };
}

/**
 * Returns the open dialog, or else the page's content, which has the focus after a change of the route, too: for a dialog that no element
 * opened, but an address or Back.
 */
function beneath(): Element | null {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.getElementById('main');
}
