// /admin/reviews: the desk of reviews, with the public page's parts for its preview.
import ReviewsTab from '@/features/admin-reviews/components/reviews-tab';
import { PreviewReview } from '../preview-review';

export default function AdminReviewsRoute() {
  return <ReviewsTab preview={(review, note) => <PreviewReview review={review} note={note} />} />;
}
