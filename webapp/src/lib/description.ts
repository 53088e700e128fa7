// What search engines and shared links say of an item.
import { excerpt } from './excerpt';

/** The most characters of a description (spec section 9). */
const descriptionLength = 150;

/** The item's own excerpt on one line, or else the beginning of its text without markup. */
export function descriptionOf(own: string | null | undefined, contentText: string): string {
  return own?.replace(/\s+/g, ' ').trim() || excerpt(contentText, descriptionLength);
}
