// Brings a place of a text into view.
import { EditorView } from '@codemirror/view';

/** Puts the cursor at a place of the text that has the focus. */
export function showPlace(at: number): void {
  const view = document.activeElement instanceof HTMLElement ? EditorView.findFromDOM(document.activeElement) : null;
  view?.dispatch({
    selection: { anchor: Math.min(at, view.state.doc.length) },
    effects: EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: 'center' }),
  });
}
