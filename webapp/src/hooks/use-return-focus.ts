// The focus goes back, when a dialog closes, to what had it when the dialog opened. Radix does so only for a dialog with
// a trigger of its own; ours are opened by whoever likes.
import { useLayoutEffect, useRef } from 'react';

export function useReturnFocus(open: boolean) {
  const opener = useRef<Element | null>(null);
  // Before the dialog's content, which Radix adds to the page after this: a field in it may take the focus at once.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return {
    onCloseAutoFocus: (e: Event) => {
      e.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
  };
}
