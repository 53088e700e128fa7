// Pictures as Markdown: how one is written, and how those of a text are found.
import type { EditorState } from '@codemirror/state';

export interface TextPicture {
  address: string;
  /** '' if it has none. */
  alt: string;
}

/** Returns a picture's Markdown. What would be marks in the alt text is escaped. */
export const pictureMarkdown = ({ address, alt }: TextPicture): string => `![${alt.replace(/\s+/g, ' ').replace(/[\\`*_[\]<~]|&(?=#?\w+;)/g, '\\$&')}](${address})`;

/** Returns the Markdown of pictures with what separates it from the text around it, and where the first alt text goes. */
export function picturesAt(state: EditorState, at: number, pictures: readonly TextPicture[]): { insert: string; alt: number; end: number } {
  const line = state.doc.lineAt(at);
  const before = state.sliceDoc(line.from, at).trim() === '' ? '' : '\n\n';
  const after = state.sliceDoc(at, line.to).trim() === '' ? '' : '\n\n';
  const body = pictures.map(pictureMarkdown).join('\n\n');
  return { insert: before + body + after, alt: at + before.length + 2, end: at + before.length + body.length };
}

/** Returns the pictures of a text, and where the alt text of each begins. */
export const picturesIn = (markdown: string): (TextPicture & { at: number })[] =>
  [...markdown.matchAll(/!\[((?:\\.|[^\]\\])*)\]\(\s*(<[^>]*>|[^)\s]*)[^)]*\)/g)].map(({ 1: alt = '', 2: address = '', index }) => ({
    alt: alt.trim(),
    address: address.replace(/^<|>$/g, ''),
    at: index + 2,
  }));
