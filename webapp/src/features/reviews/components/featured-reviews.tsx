// Up to three featured reviews, the first highlighted.
import type { ReviewSummary } from '../api/reviews';
import type { CategoryName } from '../types';
import { CompareToggle } from './compare-toggle';
import { ReviewCard } from './review-card';

interface Props {
  reviews: readonly ReviewSummary[];
  categoryOf: (id: number) => CategoryName | undefined;
}

export function FeaturedReviews({ reviews, categoryOf }: Props) {
  return (
    <div className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
      {reviews.map((review, i) => (
        <ReviewCard
          key={review.id}
          review={review}
          category={categoryOf(review.categoryId)}
          featured={i === 0}
          beside={i > 0}
          compact={i > 0}
        >
          <p className="mt-2">
            <CompareToggle review={review} />
          </p>
        </ReviewCard>
      ))}
    </div>
  );
}
