// The words of Markdown without its marks, where only the source is at hand. It works in the server's engine, which has no DOM.
import { excerpt } from './format';

/** Anything that may be a mark, so that ordinary text is looked at only once. */
const anyMark = /[#*_`~[|>\\<]|^[ \t]*[-+:]/m;

/** Marks and what takes their place, in this order. No pattern looks further than its own line or link. */
const marks: [RegExp, string][] = [
  [/^[ \t]*(?:```|~~~).*$/gm, ''], // fences
  [/^[ \t]*(?:[-|:][ \t|:-]*|[*_][ \t*_]*)$/gm, ''], // rules, and the line below a table's head
  [/^(?:[ \t]*>)+[ \t]?/gm, ''], // quotes
  [/^[ \t]*[-*+][ \t]+/gm, ''], // list items
  [/^[ \t]*#{1,6}[ \t]+/gm, ''], // headings
  [/!?\[([^[\]\n]*)\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)/g, '$1'], // links and pictures
  [/<((?:https?:\/\/|mailto:)[^\s<>]*)>/g, '$1'], // addresses
  [/\*\*|~~|`+/g, ''], // bold, struck out, code
  [/(^|[^\w\\])__(?=[^\s_])([^_\n]*)__(?!\w)/gm, '$1$2'], // bold
  [/(^|[^\w\\])\*(?=[^\s*])([^*\n]*)\*/gm, '$1$2'], // emphasis
  [/(^|[^\w\\])_(?=[^\s_])([^_\n]*)_(?!\w)/gm, '$1$2'], // emphasis
  [/\\$/gm, ''], // line breaks
  [/\\([!-/:-@[-`{-~])/g, '$1'], // escaped characters
];

/**
 * Markdown without its commonest marks.
 * @param cut says that the text was cut off, perhaps within a link
 */
export function plainText(markdown: string, cut = false): string {
  if (!anyMark.test(markdown)) return markdown;
  const whole = cut ? markdown.replace(/!?\[[^[\]\n]*(?:\]\([^()\n]*)?$/, '') : markdown;
  const rows = whole.replace(/^[ \t]*\|.*$/gm, (row) => row.replace(/\|/g, ' '));
  return marks.reduce((text, [mark, instead]) => text.replace(mark, instead), rows);
}

/** The excerpt of Markdown, without marks. */
export const plainExcerpt = (markdown: string, length: number): string => excerpt(markdown, length, plainText);
