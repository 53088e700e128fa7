// The focus goes back, when a dialog closes, to what had it when the dialog opened. Radix does so only for a dialog with
// a trigger of its own; ours are opened by whoever likes.
import { useRef } from 'react';

export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (e: Event) => {
      e.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
  };
}
