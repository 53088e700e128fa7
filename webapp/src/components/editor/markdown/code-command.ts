// Code: marks within a line, and a fence around several lines.
import { EditorSelection, type StateCommand } from '@codemirror/state';
import { toggleMark } from './mark-commands';

const fence = '```';

/** Fences the selected lines, or takes the fence off that they stand in; within a line, marks the code. */
export const toggleCode: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  if (first.number === last.number) return toggleMark('`')({ state, dispatch });
  const above = first.number > 1 ? state.doc.line(first.number - 1) : null;
  const below = last.number < state.doc.lines ? state.doc.line(last.number + 1) : null;
  const fenced = above?.text.startsWith(fence) && below?.text.startsWith(fence);
  const changes =
    fenced && above && below
      ? [
          { from: above.from, to: first.from },
          { from: last.to, to: below.to },
        ]
      : [
          { from: first.from, insert: `${fence}\n` },
          { from: last.to, insert: `\n${fence}` },
        ];
  const set = state.changes(changes);
  dispatch(
    state.update({
      changes,
      selection: EditorSelection.range(set.mapPos(first.from, 1), set.mapPos(last.to, -1)),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};
