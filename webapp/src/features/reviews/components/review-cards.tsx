// The cards of a list of reviews, with what their scores are made of, and what chooses them for a comparison.
import type { ListedReview } from '../api/reviews';
import type { CategoryName } from '../types';
import { CompareToggle } from './compare-toggle';
import { ReviewCard } from './review-card';
import { ScoreDetail } from './score-detail';

interface Props {
  reviews: readonly ListedReview[];
  categoryOf: (id: number) => CategoryName | undefined;
}

export function ReviewCards({ reviews, categoryOf }: Props) {
  return reviews.map((review, i) => (
    <ReviewCard key={review.id} review={review} category={categoryOf(review.categoryId)} eager={i === 0}>
      <ScoreDetail scores={review.subScores} />
      <p className="mt-2">
        <CompareToggle review={review} />
      </p>
    </ReviewCard>
  ));
}
