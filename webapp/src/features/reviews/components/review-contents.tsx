// The table of contents of a long review.
import { Link } from 'react-router-dom';
import { readingMinutes } from '@/lib/format';
import { sectionsOf } from '../sections';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';

/** What counts as long: this many minutes to read, and this many parts. */
const longMinutes = 2;
const longParts = 4;

export function ReviewContents({ review }: { review: Rendered<Review> }) {
  const sections = sectionsOf(review);
  if (readingMinutes(review.contentWords) < longMinutes || sections.length < longParts) return null;
  return (
    <nav aria-label="In this review" data-noprint className="max-w-measure border-y border-rule py-4 text-small">
      <p className="kicker">In this review</p>
      <ol className="flex flex-wrap gap-x-6">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={{ hash: id }} className="inline-flex min-h-9 items-center text-secondary underline-offset-4 hover:text-primary hover:underline">
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
