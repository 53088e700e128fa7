// The parts of a review that a reader can jump to, and the sub-headings in its text.
import { listField, paragraphs } from '@/lib/format';
import { videoOf } from '@/lib/video';
import type { Review } from '@/lib/api-types';
import { picturesOf } from './types';

export interface Section {
  /** The element's id, and the address's anchor. */
  id: string;
  title: string;
}

export type Block = { kind: 'heading'; id: string; text: string } | { kind: 'paragraph'; text: string };

/** The most characters of a line that counts as a sub-heading. */
const headingLength = 80;

/**
 * Ends in something other than a letter, a digit or ')'. Spelt out, since the server's engine knows no \p{L}: it would see
 * no heading where the browser sees one.
 */
const punctuated = /[!-(*-/:-@[-`{-~¡-¿×÷‐-⁯₠-⯿⸀-〿！-／：-＠［-｀｛-･\uD800-\uDFFF]$/;

/**
 * The lines of a content. It is plain text, so a sub-heading is recognised by its shape: a short line without final
 * punctuation and without a bullet, followed by a line that is none.
 */
export function blocks(content: string): Block[] {
  const lines = paragraphs(content);
  const short = lines.map((line) => line.length <= headingLength && !punctuated.test(line) && !/^[•\-–*·]/u.test(line));
  return lines.map((text, i) =>
    short[i] && i + 1 < lines.length && !short[i + 1] ? { kind: 'heading', id: `text-${i + 1}`, text } : { kind: 'paragraph', text },
  );
}

/** Every part that the review has, in the order of the page. */
export function sectionsOf(review: Review): Section[] {
  const headings = blocks(review.content).flatMap((b) => (b.kind === 'heading' ? [{ id: b.id, title: b.text }] : []));
  const has: [boolean, string, string][] = [
    [listField(review.pros).length + listField(review.cons).length > 0, 'pros-and-cons', 'Pros and Cons'],
    [videoOf(review.videoUrl) !== null, 'video', 'Video Review'],
    [picturesOf(review).length > 1, 'images', 'Review Images'],
    [Boolean(review.verdict), 'verdict', 'Final Verdict'],
    [Boolean(review.corrections?.length), 'corrections', 'Corrections'],
    [listField(review.specifications).length > 0, 'specifications', 'Specifications'],
  ];
  return [{ id: 'text', title: 'Review' }, ...headings, ...has.flatMap(([there, id, title]) => (there ? [{ id, title }] : []))];
}
