// Pictures as Markdown: how one is written, and how those of a text are found.
import type { EditorState } from '@codemirror/state';

export interface TextPicture {
  address: string;
  /** '' if it has none. */
  alt: string;
}

/** Returns a picture's Markdown. What would be marks in the alt text is escaped. */
export const pictureMarkdown = ({ address, alt }: TextPicture): string =>
  `![${alt.replace(/\s+/g, ' ').replace(/[\\`*_[\]<~]|&(?=#?\w+;)/g, '\\$&')}](${address})`;

/** Returns the Markdown of pictures with what separates it from the text around it, and where the first alt text goes. */
export function picturesAt(state: EditorState, at: number, pictures: readonly TextPicture[]): { insert: string; alt: number; end: number } {
  const line = state.doc.lineAt(at);
  const before = state.sliceDoc(line.from, at).trim() === '' ? '' : '\n\n';
  const after = state.sliceDoc(at, line.to).trim() === '' ? '' : '\n\n';
  const body = pictures.map(pictureMarkdown).join('\n\n');
  return { insert: before + body + after, alt: at + before.length + 2, end: at + before.length + body.length };
}

/** The most characters of a picture's address and title. */
const maxTarget = 4096;

/** Returns the pictures of a text, and where the alt text of each begins. */
export function picturesIn(markdown: string): (TextPicture & { at: number })[] {
  const found: (TextPicture & { at: number })[] = [];
  const mark = /\\[^]|!\[|\]/g;
  let at = -1; // where the alt text of the last picture that was opened begins
  for (let match = mark.exec(markdown); match; match = mark.exec(markdown)) {
    const [typed] = match;
    if (typed === '![') at = mark.lastIndex;
    if (typed !== ']') continue;
    const [from, to] = [at, match.index];
    at = -1;
    if (from < 0 || markdown.charAt(to + 1) !== '(') continue;
    const target = markdown.slice(to + 2, to + 2 + maxTarget);
    const [, bracketed] = /^\s*(<[^>]*>)/.exec(target) ?? [];
    const end = target.indexOf(')', bracketed ? target.indexOf('>') : 0);
    if (end < 0) continue;
    const address = bracketed?.slice(1, -1) ?? /^\s*(\S*)/.exec(target.slice(0, end))?.[1] ?? '';
    found.push({ alt: markdown.slice(from, to).trim(), address, at: from });
    mark.lastIndex = to + 2 + end;
  }
  return found;
}
