// A review in the dashboard as readers will see it: the public page's own parts.
import { ReviewArticle } from '@/features/reviews/components/review-article';
import type { Review } from '@/lib/api-types';
import { PreviewFrame } from '@/components/editor/preview-frame';
import { useCategories } from './use-categories';

export function PreviewReview({ review, note }: { review: Review; note?: string | undefined }) {
  const { categoryOf } = useCategories();
  return (
    <PreviewFrame note={note}>
      <ReviewArticle review={review} category={categoryOf(review.categoryId)} />
    </PreviewFrame>
  );
}
