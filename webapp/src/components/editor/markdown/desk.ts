// What the fields of a text share: the toolbar, which acts on the one that was used last.
import type { EditorView } from '@codemirror/view';
import { createContext, useContext } from 'react';

export interface Desk {
  /** Returns the field that was used last, or the first one. */
  view: () => EditorView | null;
  /** Returns the field of the main text. */
  main: () => EditorView | null;
  /** Adds a field; returns what removes it. */
  add: (view: EditorView) => () => void;
  /** Makes a field the one that the toolbar acts on. */
  use: (view: EditorView) => void;
  /** Where find and replace is shown. */
  bars: () => HTMLElement | null;
}

export const DeskContext = createContext<Desk>({
  view: () => null,
  main: () => null,
  add: () => () => undefined,
  use: () => undefined,
  bars: () => null,
});

export const useDesk = () => useContext(DeskContext);

/** @param bars the id of the element in which find and replace is shown */
export function makeDesk(bars: string): Desk {
  const views: EditorView[] = [];
  let used: EditorView | null = null;
  return {
    view: () => used ?? views[0] ?? null,
    main: () => views[0] ?? null,
    add: (view) => {
      views.push(view);
      return () => {
        views.splice(views.indexOf(view), 1);
        if (used === view) used = null;
      };
    },
    use: (view) => void (used = view),
    bars: () => document.getElementById(bars),
  };
}
