// The matches of a search, marked in the text, and the passage around the first one.
import type { ReactNode } from 'react';
import type { Review } from '@/lib/api-types';
import { excerpt } from '@/lib/excerpt';

/** How a card shows the texts of a review that a search found. */
export interface Found {
  marked: (text: string) => ReactNode;
  passage: (review: Pick<Review, 'contentText' | 'matchText'>, length: number) => string;
}

/** How many characters stand before the match in a passage that begins inside the text. */
const before = 40;

/** The texts of reviews that a search for `term` (trimmed, not empty) found. Case does not matter. */
export function foundBy(term: string): Found {
  const pattern = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  const split = new RegExp(`(${pattern})`, 'giu');
  return {
    marked: (text) => text.split(split).map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part)),
    passage: ({ contentText, matchText }, length) => {
      const start = excerpt(contentText, length);
      if (start.search(split) >= 0) return start;
      const at = contentText.search(split);
      if (at < 0) return matchText === undefined ? start : `… ${excerpt(matchText, length - 2)}`; // without one it was found in the title or the author's name
      const word = contentText.indexOf(' ', Math.max(0, at - before));
      return `… ${excerpt(contentText.slice(word > 0 && word < at ? word + 1 : at), length - 2)}`;
    },
  };
}
