// The looks of whole lines: their direction; quotes are indented, and tables and code are set in letters of one width, so that columns
// align.
import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';

const looks: Record<string, string> = { Blockquote: 'cm-quote-line', Table: 'cm-fixed-line', FencedCode: 'cm-fixed-line cm-code-line' };

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const classes = new Map<number, Set<string>>();
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        const look = looks[name];
        if (look === undefined) return;
        const last = state.doc.lineAt(Math.min(end, to)).number;
        for (let n = state.doc.lineAt(Math.max(start, from)).number; n <= last; n++) {
          const at = state.doc.line(n).from;
          classes.set(at, (classes.get(at) ?? new Set()).add(look));
        }
      },
    });
  }
  const lines = new RangeSetBuilder<Decoration>();
  // Each line has the direction of its own text.
  let shown = 0;
  for (const { from, to } of visibleRanges) {
    for (let line = state.doc.lineAt(Math.max(from, shown)); line.from <= to; line = state.doc.line(line.number + 1)) {
      if (line.from >= shown)
        lines.add(
          line.from,
          line.from,
          Decoration.line({ attributes: { dir: 'auto' }, class: [...(classes.get(line.from) ?? [])].join(' ') }),
        );
      shown = line.to + 1;
      if (line.number === state.doc.lines) break;
    }
  }
  return lines.finish();
}

export const lineLooks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state))
        this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
