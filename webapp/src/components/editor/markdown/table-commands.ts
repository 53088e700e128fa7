// Tables: a new one is inserted, and the one at the cursor is tidied.
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state';
import { tidied } from './table-text';

const template = [
  '| Column | Column | Column |',
  '| ------ | ------ | ------ |',
  '|        |        |        |',
  '|        |        |        |',
].join('\n');

/** How long the source may be parsed before the cursor, in milliseconds. */
const timeout = 500;

interface TablePlace {
  from: number;
  to: number;
  /** What stands before the table's own text in its lines: the marks of the quote or the list that it is in. */
  marks: readonly string[];
}

/** The marks of quotes, and the space of list items, that a line begins with. */
const marksOf = (line: string): string => /^[\s>]*/.exec(line)?.[0] ?? '';

/** Returns the place of the table at the cursor; null where there is none. */
function tableAt(state: EditorState): TablePlace | null {
  const line = state.doc.lineAt(state.selection.main.head);
  const head = Math.max(state.selection.main.head, line.from + marksOf(line.text).length);
  const tree = ensureSyntaxTree(state, Math.min(state.doc.length, line.to + 1), timeout);
  for (const side of [-1, 1] as const) {
    for (let node = tree?.resolveInner(head, side) ?? null; node; node = node.parent) {
      if (node.name !== 'Table') continue;
      const { from } = state.doc.lineAt(node.from);
      const { to } = state.doc.lineAt(node.to);
      const [, ...others] = state.sliceDoc(from, to).split('\n');
      return { from, to, marks: [state.sliceDoc(from, node.from), ...others.map(marksOf)] };
    }
  }
  return null;
}

/** Aligns the table at the cursor, or inserts a new one below the cursor's line, with its first column's name selected. */
export const insertOrTidyTable: StateCommand = ({ state, dispatch }) => {
  const table = tableAt(state);
  if (table) {
    const source = state.sliceDoc(table.from, table.to);
    const { from, to, marks } = table;
    const own = source.split('\n').map((line, i) => line.slice(marks[i]?.length));
    const insert = tidied(own.join('\n'))
      .split('\n')
      .map((line, i) => (marks[i] ?? '') + line)
      .join('\n');
    if (insert === source) return true;
    const line = state.doc.lineAt(state.selection.main.head).number - state.doc.lineAt(from).number;
    const anchor =
      from +
      insert
        .split('\n')
        .slice(0, line + 1)
        .join('\n').length;
    dispatch(state.update({ changes: { from, to, insert }, selection: { anchor }, scrollIntoView: true, userEvent: 'input' }));
    return true;
  }
  const line = state.doc.lineAt(state.selection.main.head);
  const before = line.text.trim() !== '' ? '\n\n' : line.number > 1 && state.doc.line(line.number - 1).text.trim() !== '' ? '\n' : '';
  const after = line.number < state.doc.lines && state.doc.line(line.number + 1).text.trim() !== '' ? '\n' : '';
  const at = line.to + before.length + 2;
  dispatch(
    state.update({
      changes: { from: line.to, insert: before + template + after },
      selection: EditorSelection.range(at, at + 'Column'.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};
