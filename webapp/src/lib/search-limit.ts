// How long a search may be: as many characters as the server takes (docs/api.md).
import { characters } from './characters';

const longest = 256;

/** What a field says whose text is longer. */
export const tooLong = `A search has at most ${longest} characters.`;

/** The same as a pattern of a field, which browsers check where no script does: it counts characters, where maxlength counts code units. */
export const searchPattern = `.{0,${longest}}`;

/** Reports whether a text, trimmed, is longer than a search may be. */
export const isTooLong = (text: string): boolean => text.length > longest && characters(text.trim()) > longest;

/** The most characters of a title that are searched for: enough to find it. */
const mostOfTitle = 60;

/** Returns the part of a list's address that finds a title. */
export const titleSearch = (title: string): string =>
  `?search=${encodeURIComponent(Array.from(title).slice(0, mostOfTitle).join('').trim())}`;
