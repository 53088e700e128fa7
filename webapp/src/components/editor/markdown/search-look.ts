// The look of find and replace: the house's fields and buttons.
import { EditorView } from '@codemirror/view';

const border = '1px solid var(--border-control)';

export const searchLook = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--surface-page)', color: 'var(--text-primary)', zIndex: '1' },
  '.cm-panels.cm-panels-top': { borderBottom: 'none' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.5rem',
    borderTop: '1px solid var(--border-default)',
    padding: '0.625rem 2.75rem 0.625rem 0.5rem',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--size-small)',
  },
  '.cm-panel.cm-search .cm-textfield': {
    flex: '1 1 10rem',
    minWidth: '0',
    height: '2.25rem',
    margin: '0',
    border,
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface-raised)',
    padding: '0 0.625rem',
    fontSize: 'var(--size-small)',
    color: 'inherit',
  },
  '.cm-panel.cm-search .cm-textfield[name=replace]': { flexBasis: '55%' }, // so that it begins a line
  '.cm-panel.cm-search .cm-textfield::placeholder': { color: 'var(--text-muted)' },
  '.cm-panel.cm-search .cm-button': {
    height: '2.25rem',
    margin: '0',
    border,
    borderRadius: 'var(--radius-small)',
    background: 'var(--surface-raised)',
    padding: '0 0.75rem',
    fontSize: 'var(--size-small)',
    fontWeight: '600',
    color: 'inherit',
  },
  '.cm-panel.cm-search .cm-button:hover': { borderColor: 'var(--text-primary)' },
  // Several cursors and regular expressions are for programs.
  '.cm-panel.cm-search .cm-button[name=select], .cm-panel.cm-search label:has([name=re])': { display: 'none' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.375rem',
    minHeight: '1.5rem',
    fontSize: 'var(--size-small)',
    color: 'var(--text-secondary)',
    whiteSpace: 'nowrap',
  },
  '.cm-panel.cm-search input[type=checkbox]': { width: '1rem', height: '1rem', margin: '0', accentColor: 'var(--accent)' },
  '.cm-panel.cm-search [name=close]': {
    top: '0.625rem',
    right: '0.25rem',
    width: '2.25rem',
    height: '2.25rem',
    borderRadius: 'var(--radius-small)',
    fontSize: '1.25rem',
    color: 'var(--text-secondary)',
  },
  '.cm-panel.cm-search [name=close]:hover': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text-primary)' },
});
