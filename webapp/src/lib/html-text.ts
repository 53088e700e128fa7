// The words of rendered HTML without its tags. It works in the server's engine, which has no DOM. Pages that show lists alone don't load it.
import { beginning, excerpt } from './format';

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

/** The excerpt of rendered HTML. */
export const htmlExcerpt = (html: string, length: number): string => excerpt(html, length, htmlText);

/** The most characters of a description taken from a content (spec section 2). */
const descriptionLength = 150;

/** The excerpt, or else the first 150 characters of the rendered content. */
export function descriptionOf(excerptText: string | null | undefined, contentHtml: string): string {
  return excerptText?.trim() || beginning(contentHtml, descriptionLength, htmlText).slice(0, descriptionLength).join('');
}
