// How the source looks: headings larger, emphasis emphasised, marks in the background. The colours are the tokens', in both themes.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { searchLook } from './search-look';

const serif = { fontFamily: 'var(--font-serif)', fontWeight: '500', letterSpacing: '-0.012em' };

/** A # is a heading of the second level, below the title. */
const highlight = HighlightStyle.define([
  { tag: tags.heading1, ...serif, fontSize: 'var(--size-h4)', lineHeight: '1.3' },
  { tag: tags.heading2, ...serif, fontSize: 'var(--size-h5)', lineHeight: '1.4' },
  { tag: tags.heading3, ...serif, fontSize: '1.1875rem', fontWeight: '600' },
  { tag: [tags.heading4, tags.heading5, tags.heading6, tags.heading], fontWeight: '600' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent)', textDecoration: 'underline', textDecorationThickness: '1px', textUnderlineOffset: '0.18em' },
  { tag: [tags.url, tags.labelName, tags.string], color: 'var(--text-muted)', textDecoration: 'none', fontSize: '0.9375em' },
  { tag: tags.monospace, fontFamily: 'monospace', fontSize: '0.9em', background: 'var(--surface-sunken)', borderRadius: '3px' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--text-muted)', fontWeight: '400', textDecoration: 'none' },
]);

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text-primary)' },
  '&.cm-focused': { outline: 'none' }, // the frame around the field has the ring
  '.cm-scroller': { fontFamily: 'var(--font-sans)', fontSize: 'var(--size-body)', lineHeight: '1.65', overflow: 'visible' },
  '.cm-scroller, .cm-content': { minHeight: 'inherit' },
  '.cm-content': {
    boxSizing: 'border-box',
    padding: 'clamp(1rem, 3vw, 1.375rem) clamp(1rem, 3vw, 1.5rem)',
    caretColor: 'var(--text-primary)',
  },
  '.cm-line': { padding: '0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklch, var(--accent) 18%, transparent)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklch, var(--accent) 38%, transparent)' },
  '.cm-quote-line': { borderInlineStart: '3px solid var(--border-strong)', paddingInlineStart: '0.875rem', color: 'var(--text-secondary)' },
  '.cm-fixed-line': { fontFamily: 'monospace', fontSize: '0.9375rem', lineHeight: '1.55', overflowWrap: 'anywhere' },
  '.cm-code-line': { backgroundColor: 'var(--surface-sunken)', paddingInline: '0.5rem' },
  '.cm-upload': {
    display: 'inline-block',
    borderRadius: '6px',
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text-secondary)',
    fontSize: 'var(--size-small)',
    padding: '0.125rem 0.5rem',
  },
});

export const look = [theme, searchLook, syntaxHighlighting(highlight)];
