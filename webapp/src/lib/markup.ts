// The words of a text without its markup: of rendered HTML, and of Markdown where only the source is at hand. Both work in
// the server's engine, which has no DOM.
import { excerpt } from './format';

/** The elements that stand within a line; the others begin a new one. */
const inline = new Set(['a', 'code', 'del', 'em', 'strong']);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/**
 * The text of HTML that the server rendered from Markdown; pictures give their alternative text.
 * @param cut says that the HTML was cut off, perhaps within a tag or an entity
 */
export function htmlText(html: string, cut = false): string {
  const whole = cut ? html.replace(/(?:<[^>]*|&[#\w]*)$/, '') : html;
  return whole
    .replace(/<\/?(\w+)([^>]*)>/g, (_, name: string, attributes: string) => {
      if (name === 'img') return / alt="([^"]*)"/.exec(attributes)?.[1] ?? '';
      return inline.has(name) ? '' : ' ';
    })
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? entity;
      const code = decimal !== undefined ? Number(decimal) : parseInt(hexadecimal ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}

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

/** The excerpt of rendered HTML. */
export const htmlExcerpt = (html: string, length: number): string => excerpt(html, length, htmlText);
