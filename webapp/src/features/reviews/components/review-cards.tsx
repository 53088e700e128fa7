// The cards of a list of reviews.
import type { Review } from '@/lib/api-types';
import type { CategoryName } from '../types';
import { ReviewCard } from './review-card';

interface Props {
  reviews: readonly Review[];
  categoryOf: (id: number) => CategoryName | undefined;
}

export function ReviewCards({ reviews, categoryOf }: Props) {
  return reviews.map((review, i) => <ReviewCard key={review.id} review={review} category={categoryOf(review.categoryId)} eager={i === 0} />);
}
