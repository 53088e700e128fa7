// The cards of a list of reviews, with what a search has found.
import { useMemo } from 'react';
import type { Review } from '@/lib/api-types';
import { foundBy } from '../search-marks';
import type { CategoryName } from '../types';
import { ReviewCard } from './review-card';

interface Props {
  reviews: readonly Review[];
  categoryOf: (id: number) => CategoryName | undefined;
  search?: string | undefined;
}

export function ReviewCards({ reviews, categoryOf, search }: Props) {
  const found = useMemo(() => (search ? foundBy(search) : undefined), [search]);
  return reviews.map((review, i) => <ReviewCard key={review.id} review={review} category={categoryOf(review.categoryId)} eager={i === 0} found={found} />);
}
