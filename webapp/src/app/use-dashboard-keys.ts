// The dashboard's shortcuts: Ctrl+K, or Cmd+K, opens the palette; '/' leads to the list's search, and '?' lists the shortcuts.
import { useEffect, useEffectEvent } from 'react';
import { useOpenEditor } from '@/stores/open-editor';
import { useSingleKeys } from '@/stores/single-keys';

interface Actions {
  onPalette: () => void;
  onShortcuts: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]:not([contenteditable=false])') !== null;

/** How many dialogs are open. The site's drawer is not among them. */
const dialogs = () => document.querySelectorAll('[role=dialog], [role=alertdialog]').length;

export function useDashboardKeys({ onPalette, onShortcuts }: Actions): void {
  const onKey = useEffectEvent((e: KeyboardEvent) => {
    if (e.defaultPrevented || e.altKey || e.isComposing) return; // e.g. the text editor's own Ctrl+K
    if (e.ctrlKey || e.metaKey) {
      if (e.key.toLowerCase() !== 'k' || e.shiftKey) return;
      e.preventDefault();
      // Over an editor it has the editor's commands. Any other dialog is answered first.
      if (dialogs() <= (useOpenEditor.getState().editor ? 1 : 0)) onPalette();
      return;
    }
    if ((e.key !== '/' && e.key !== '?') || !useSingleKeys.getState().on || isTyping(e.target) || dialogs() > 0) return;
    e.preventDefault();
    if (e.key === '?') {
      onShortcuts();
      return;
    }
    const search = document.querySelector<HTMLInputElement>('main [role=search] input');
    if (!search) {
      onPalette();
      return;
    }
    search.focus();
    search.select();
  });
  useEffect(() => {
    const listener = (e: KeyboardEvent) => onKey(e);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
