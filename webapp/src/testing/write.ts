// Types into a field of Markdown, whose element is no input.
import { act } from '@testing-library/react';
import { EditorView } from '@codemirror/view';

/** Adds the text at the end of the field. */
export function write(field: HTMLElement, text: string): void {
  const view = EditorView.findFromDOM(field);
  if (!view) throw new Error('not a field of Markdown');
  act(() => view.dispatch({ changes: { from: view.state.doc.length, insert: text }, userEvent: 'input.type' }));
}
