// How much room a site's own name and navigation take in the header. It is estimated from the texts, so that the server's page is right
// at once.
import type { Site } from '@/lib/api-types';

/** From which width of the window on the navigation stands in the header; below it, and for 'never', it is in the drawer. */
export type NavigationFrom = 'lg' | 'xl' | 'never';

/** The room for name and links beside the categories, the search and the buttons, in pixels. */
const roomAt = { lg: 514, xl: 674 };

/** A name of more characters stands in two smaller lines. */
const longName = 16;

/** Reports whether a name is too long for one line beside a phone's buttons. */
export const isLong = (name: string): boolean => halfWidths(name) > longName;

export function navigationFrom({ name, logo, header }: Pick<Site, 'name' | 'logo' | 'header'>): NavigationFrom {
  const brand = logo ? 160 : isLong(name) ? 250 : 36 + 13 * halfWidths(name);
  const needed = header.reduce((sum, { label }) => sum + 24 + 7.4 * halfWidths(label), brand);
  return needed <= roomAt.lg ? 'lg' : needed <= roomAt.xl ? 'xl' : 'never';
}

/** Returns a text's width in those of Latin letters: the characters of Chinese, Japanese and Korean are twice as wide. */
const halfWidths = (text: string): number => Array.from(text).reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0);
