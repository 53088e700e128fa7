// Keeps the focus while the form is inert because it is being saved.
import { useLayoutEffect } from 'react';

export function useKeptFocus(busy: boolean): void {
  useLayoutEffect(() => {
    if (!busy) return;
    const { activeElement } = document;
    return () => {
      if (document.activeElement === document.body && activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, [busy]);
}
