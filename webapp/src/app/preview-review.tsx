// A review in the dashboard as readers will see it: the public page's own parts.
import { ReviewArticle } from '@/features/reviews/components/review-article';
import type { Review } from '@/features/reviews/types';
import { PreviewFrame } from '@/components/editor/preview-frame';
import { useCategories } from './use-categories';

export function PreviewReview({ review }: { review: Review }) {
  const { categoryOf } = useCategories();
  return (
    <PreviewFrame>
      <ReviewArticle review={review} category={categoryOf(review.categoryId)} />
    </PreviewFrame>
  );
}
