// Links: from the toolbar, and from an address that is pasted over words.
import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Reports whether a text is a web address and nothing else. */
const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*$/i.test(text);

const placeholder = 'https://';

/** Makes a link of the selected words, or of the selected address. What is still missing is selected. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const change = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to).replace(/\s*\n\s*/g, ' ');
    if (isAddress(text)) return { changes: { from, to, insert: `[](${text})` }, range: EditorSelection.cursor(from + 1) };
    const address = from + text.length + 3; // behind [text](
    const range = text === '' ? EditorSelection.cursor(from + 1) : EditorSelection.range(address, address + placeholder.length);
    return { changes: { from, to, insert: `[${text}](${placeholder})` }, range };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Returns the change that links the selected words to the pasted address; null where it is pasted as it is. */
export function pastedLink(state: EditorState, pasted: string): TransactionSpec | null {
  const address = pasted.trim();
  const { from, to, empty } = state.selection.main;
  if (empty || state.selection.ranges.length > 1 || !isAddress(address)) return null;
  const text = state.sliceDoc(from, to);
  if (text.includes('\n') || isAddress(text) || /\]\($/.test(state.sliceDoc(Math.max(0, from - 2), from))) return null;
  const insert = `[${text}](${address})`;
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true, userEvent: 'input.paste' };
}

export const pasteLinks = EditorView.domEventHandlers({
  paste: (e, view) => {
    const change = pastedLink(view.state, e.clipboardData?.getData('text/plain') ?? '');
    if (!change) return false;
    view.dispatch(change);
    return true;
  },
});
