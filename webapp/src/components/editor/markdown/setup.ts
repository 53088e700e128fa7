// What a Markdown field is made of. Tab is not bound: it moves the focus on, as in every other field.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { indentUnit } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView, keymap, panels } from '@codemirror/view';
import { actionKeys } from './actions';
import { language } from './language';
import { lineLooks } from './line-looks';
import { pasteLinks } from './link-commands';
import { look } from './look';
import { pasteFormatted } from './paste';

/** Commands for programs, whose keys are the toolbar's or nobody's here. */
const unwanted = ['Mod-i', 'Mod-/', 'Alt-A', 'Ctrl-m', 'Mod-Enter', 'Mod-Alt-\\'];

const phrases = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
});

/** @param bars where find and replace is shown */
export const setup = (bars: HTMLElement | null): Extension => [
  history(),
  dropCursor(),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.scrollMargins.of(() => ({ top: 72, bottom: 48 })), // the toolbar lies over the text
  indentUnit.of('   '), // so that what is in a numbered item is indented enough, too
  language,
  look,
  lineLooks,
  search({ top: true }),
  panels(bars ? { topContainer: bars } : {}),
  phrases,
  pasteLinks,
  pasteFormatted,
  keymap.of([
    ...actionKeys,
    { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
    { key: 'Backspace', run: deleteMarkupBackward },
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap.filter(({ key = '' }) => !unwanted.includes(key)),
  ]),
];
