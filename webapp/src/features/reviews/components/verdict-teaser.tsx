// A review in a few lines, for the masthead: its score, product and verdict.
import { Link } from 'react-router-dom';
import { cardExcerpt, excerpt } from '@/lib/excerpt';
import type { FeaturedReview } from '../api/reviews';
import { LinkedScore } from './linked-score';

export function VerdictTeaser({ review }: { review: FeaturedReview }) {
  return (
    <div className="relative">
      <p className="kicker">Featured verdict</p>
      <div className="mt-4">
        <LinkedScore rating={review.rating} size="large" />
      </div>
      <p className="mt-4 font-serif text-h5 font-medium">
        <Link to={`/reviews/${review.id}`} className="cover-link">
          {review.productBrand} {review.productName}
        </Link>
      </p>
      <p className="mt-2 text-small text-secondary">{review.verdictText ?? excerpt(review.contentText, cardExcerpt)}</p>
    </div>
  );
}

/** Holds the teaser's place while it loads. */
export function VerdictTeaserSkeleton() {
  return (
    <div aria-hidden>
      <div className="h-4 w-32 skeleton" />
      <div className="mt-4 size-32 rounded-full skeleton" />
      <div className="mt-4 h-7 w-3/4 skeleton" />
      <div className="mt-2 h-16 skeleton" />
    </div>
  );
}
