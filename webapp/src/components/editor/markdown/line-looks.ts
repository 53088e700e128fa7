// The looks of whole lines: quotes are indented, and tables and code are set in letters of one width, so that columns align.
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
  for (const at of [...classes.keys()].sort((a, b) => a - b)) lines.add(at, at, Decoration.line({ class: [...(classes.get(at) ?? [])].join(' ') }));
  return lines.finish();
}

export const lineLooks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
