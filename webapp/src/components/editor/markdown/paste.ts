// Pasting from other programs: what they copied as HTML becomes Markdown. With Shift it stays plain text.
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { markdownOfHtml } from './markdown-of-html';
import { uploadFiles } from './uploads';

/** Reports whether marks would be shown as typed at the cursor, or would break what is there. */
function isVerbatim(state: EditorState): boolean {
  for (
    let node = syntaxTree(state).resolveInner(state.selection.main.from, -1) as { name: string; parent: unknown } | null;
    node;
    node = node.parent as typeof node
  ) {
    if (/^(FencedCode|InlineCode|URL|Table)$/.test(node.name)) return true;
  }
  return false;
}

/** Returns the text with the blank lines that its first and last block need around them. */
function apart(state: EditorState, markdown: string): { insert: string; shift: number } {
  const { from, to } = state.selection.main;
  const block = /^(#{1,6} |[-*+] |\d+\. |\||> |```|---$)/m;
  const [first = ''] = markdown.split('\n');
  const before = block.test(first) && state.sliceDoc(state.doc.lineAt(from).from, from).trim() !== '' ? '\n\n' : '';
  const after = (markdown.includes('\n') || block.test(first)) && state.sliceDoc(to, state.doc.lineAt(to).to).trim() !== '' ? '\n\n' : '';
  return { insert: before + markdown + after, shift: before.length };
}

/** Pastes HTML as Markdown at the cursor; false where plain text says as much. */
function pasteHtml(view: EditorView, html: string): boolean {
  const { state } = view;
  if (isVerbatim(state) || state.selection.ranges.length > 1) return false;
  const pasted = markdownOfHtml(html);
  if (!pasted) return false;
  const { from, to } = state.selection.main;
  const { insert, shift } = apart(state, pasted.markdown);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + shift + pasted.markdown.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  for (const { file, at } of pasted.pictures) void uploadFiles(view, [file], from + shift + at);
  return true;
}

let shifted = false;

export const pasteFormatted = EditorView.domEventHandlers({
  keydown: ({ shiftKey }) => {
    shifted = shiftKey;
    return false;
  },
  keyup: ({ shiftKey }) => {
    shifted = shiftKey;
    return false;
  },
  paste: ({ clipboardData }, view) => {
    // A program for code copies its colours as HTML.
    if (shifted || !clipboardData || clipboardData.types.includes('vscode-editor-data')) return false;
    return pasteHtml(view, clipboardData.getData('text/html'));
  },
});
