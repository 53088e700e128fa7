// The table of contents of a long review: a bar that stays in sight and says which part is being read. On phones it takes turns with the
// header.
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { readingMinutes } from '@/lib/item-text';
import { sectionsOf } from '../sections';
import { useCurrentSection } from '../use-current-section';
import { useFadedEdges } from '../use-faded-edges';
import { useReadingDirection } from '../use-reading-direction';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';

/** What counts as long: this many minutes to read, and this many parts. */
const longMinutes = 2;
const longParts = 4;

interface Props {
  review: Rendered<Review>;
  /** Stays below the page's header while the text is read. */
  follows: boolean;
}

export function ReviewContents({ review, follows }: Props) {
  const sections = sectionsOf(review);
  const bar = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useReadingDirection();
  const current = useCurrentSection(
    bar,
    sections.map(({ id }) => id),
  );
  useFadedEdges(list);
  // The current part's name is kept in sight, too, with room for the faded edges.
  useEffect(() => {
    const [row, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
    if (row && link) row.scrollTo({ left: link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 });
  }, [current]);
  if (readingMinutes(review.contentWords) < longMinutes || sections.length < longParts) return null;
  return (
    <nav
      ref={bar}
      aria-label="In this review"
      data-noprint
      data-contents={follows || undefined}
      className={clsx('border-y border-rule bg-page py-1 text-small', follows && 'sticky top-header z-10')}
    >
      <ol ref={list} className="scrollbar-none flex gap-x-6 overflow-x-auto whitespace-nowrap">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              aria-current={follows && id === current ? 'location' : undefined}
              className="inline-flex min-h-9 items-center border-b-2 border-transparent text-secondary underline-offset-4 -outline-offset-2 hover:text-primary hover:underline aria-[current]:border-accent aria-[current]:text-primary"
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
