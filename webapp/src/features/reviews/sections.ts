// The parts of a review that a reader can jump to.
import { titleOf } from '@/components/corrections/words';
import { listField } from '@/lib/item-text';
import { videoOf } from '@/lib/video';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import { furtherPictures } from './further-pictures';

export interface Section {
  /** The element's id, and the address's anchor. */
  id: string;
  title: string;
}

/** The deepest headings of the text that are listed. */
const deepestLevel = 3;

/** The maximum number of headings in the list. Thousands of them would take seconds to render. */
const mostHeadings = 60;

/** Every part that the review has, in the order of the page. */
export function sectionsOf(review: Rendered<Review>): Section[] {
  const listed = review.contentHeadings.filter(({ level }) => level <= deepestLevel).slice(0, mostHeadings);
  const headings = listed.map(({ id, text }) => ({ id, title: text }));
  const has: [boolean, string, string][] = [
    [Boolean(review.subScores?.length), 'scores', 'Scores'],
    [listField(review.pros).length + listField(review.cons).length > 0, 'pros-and-cons', 'Pros and Cons'],
    [videoOf(review.videoUrl) !== null, 'video', 'Video Review'],
    [furtherPictures(review).length > 0, 'images', 'Review Images'],
    [Boolean(review.verdictHtml), 'verdict', 'Final Verdict'],
    [Boolean(review.corrections?.length), 'corrections', titleOf(review.corrections ?? [])],
    [listField(review.specifications).length > 0, 'specifications', 'Specifications'],
  ];
  return [{ id: 'text', title: 'Review' }, ...headings, ...has.flatMap(([there, id, title]) => (there ? [{ id, title }] : []))];
}
