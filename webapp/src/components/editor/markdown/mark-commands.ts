// Bold, italic and the like: marks around words, put on and taken off. Emphasis ends with its paragraph, which is a line,
// so that each line of a selection gets marks of its own.
import { EditorSelection, type ChangeSpec, type EditorState, type SelectionRange, type StateCommand } from '@codemirror/state';

interface Piece {
  from: number;
  to: number;
}

/** What stands before the text of a line. */
const prefix = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)*/;

/** Returns the texts of a range, one a line, without spaces around them; the word at the cursor for an empty range. */
function piecesOf(state: EditorState, range: SelectionRange): Piece[] {
  if (range.empty) {
    const word = state.wordAt(range.head);
    return word ? [word] : [];
  }
  const pieces: Piece[] = [];
  for (let n = state.doc.lineAt(range.from).number; n <= state.doc.lineAt(range.to).number; n++) {
    const line = state.doc.line(n);
    const from = Math.max(range.from, line.from + (prefix.exec(line.text)?.[0].length ?? 0));
    const text = state.sliceDoc(from, Math.max(from, Math.min(range.to, line.to)));
    if (text.trim() === '') continue;
    const start = from + text.length - text.trimStart().length;
    pieces.push({ from: start, to: start + text.trim().length });
  }
  return pieces;
}

/** Counts the mark's character before or after a place. */
function run(state: EditorState, at: number, step: -1 | 1, character: string): number {
  let n = 0;
  while (n < 3 && state.sliceDoc(step < 0 ? at - n - 1 : at + n, step < 0 ? at - n : at + n + 1) === character) n += 1;
  return n;
}

/** Reports whether so many of a mark's characters around a text mean the mark: '*' is in * and in ***, '**' in ** and in ***. */
const means = (count: number, mark: string): boolean => (mark === '*' ? count === 1 || count === 3 : count >= mark.length);

const isOn = (state: EditorState, { from, to }: Piece, mark: string): boolean =>
  means(run(state, from, -1, mark.charAt(0)), mark) && means(run(state, to, 1, mark.charAt(0)), mark);

/** Returns the piece without marks that are part of it on one or both sides. */
function inner(state: EditorState, { from, to }: Piece, mark: string): Piece {
  const size = mark.length;
  const starts = state.sliceDoc(from, from + size) === mark;
  const ends = state.sliceDoc(to - size, to) === mark;
  const candidates = [
    [starts && ends, size, size],
    [starts, size, 0],
    [ends, 0, size],
  ] as const;
  for (const [marked, before, behind] of candidates) {
    const piece = { from: from + before, to: to - behind };
    if (marked && piece.from < piece.to && isOn(state, piece, mark)) return piece;
  }
  return { from, to };
}

/** Puts the mark around what is selected, or takes it off. Without a selection, the word at the cursor is meant. */
export const toggleMark =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const size = mark.length;
    const change = state.changeByRange((range) => {
      const pieces = piecesOf(state, range).map((piece) => inner(state, piece, mark));
      if (pieces.length === 0) {
        if (isOn(state, range, mark))
          return { range: EditorSelection.cursor(range.from - size), changes: { from: range.from - size, to: range.to + size } };
        return { range: EditorSelection.cursor(range.from + size), changes: { from: range.from, insert: mark + mark } };
      }
      const on = pieces.every((piece) => isOn(state, piece, mark));
      const changes = pieces.flatMap((piece): ChangeSpec[] => {
        if (on)
          return [
            { from: piece.from - size, to: piece.from },
            { from: piece.to, to: piece.to + size },
          ];
        if (isOn(state, piece, mark)) return [];
        return [
          { from: piece.from, insert: mark },
          { from: piece.to, insert: mark },
        ];
      });
      const set = state.changes(changes);
      const map = (at: number, side: -1 | 1) => set.mapPos(at, side);
      if (range.empty) return { range: EditorSelection.cursor(map(range.head, range.head === pieces[0]?.to ? -1 : 1)), changes };
      const [first, last] = [pieces[0] ?? range, pieces.at(-1) ?? range];
      return { range: EditorSelection.range(map(first.from, 1), map(last.to, -1)), changes };
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
