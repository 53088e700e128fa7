// Headings, lists and quotes: what lines begin with.
import type { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state';

/** Returns the lines of the selection. Blank ones only count where nothing else is selected. */
function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to, empty } of state.selection.ranges) {
    const last = state.doc.lineAt(to);
    // A selection that ends at the very beginning of a line doesn't include it.
    const end = !empty && last.from === to ? last.number - 1 : last.number;
    for (let n = state.doc.lineAt(from).number; n <= end; n++) lines.set(n, state.doc.line(n));
  }
  const all = [...lines.values()];
  const written = all.filter(({ text }) => text.trim() !== '');
  return written.length > 0 ? written : all;
}

interface LineMark {
  /** Matches the mark at the beginning of a line that has it. */
  has: RegExp;
  /** Matches what the mark takes the place of. */
  replaces: RegExp;
  /** Returns the mark of the nth line. */
  mark: (n: number) => string;
}

/** A heading, or a list item that becomes one. */
const heading = /^(?:#{1,6}(?:[ \t]+|$)|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)/;
const listItem = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** Puts a mark at the beginning of the selected lines; takes it off if all of them have it. */
const toggleLines =
  ({ has, replaces, mark }: LineMark): StateCommand =>
  ({ state, dispatch }) => {
    const lines = selectedLines(state);
    const on = lines.every(({ text }) => has.test(text));
    const changes = lines.map(({ from, text }, n): ChangeSpec => {
      const before = replaces.exec(text);
      const indent = before?.[1] ?? '';
      return { from, to: from + (before?.[0].length ?? 0), insert: indent + (on ? '' : mark(n)) };
    });
    dispatch(
      state.update({ changes, selection: state.selection.map(state.changes(changes), 1), scrollIntoView: true, userEvent: 'input' }),
    );
    return true;
  };

/** A heading of level 2 is one # below the title, which is level 1. */
export const toggleHeading = (level: 2 | 3): StateCommand => {
  const marks = '#'.repeat(level - 1);
  return toggleLines({ has: new RegExp(`^${marks}[ \\t]`), replaces: heading, mark: () => `${marks} ` });
};

export const toggleBullets = toggleLines({ has: /^[ \t]*[-*+][ \t]/, replaces: listItem, mark: () => '- ' });

export const toggleNumbers = toggleLines({ has: /^[ \t]*\d{1,9}[.)][ \t]/, replaces: listItem, mark: (n) => `${n + 1}. ` });

export const toggleQuote = toggleLines({ has: /^>/, replaces: /^> ?/, mark: () => '> ' });
