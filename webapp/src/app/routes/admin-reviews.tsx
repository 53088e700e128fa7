// /admin/reviews
import { AdminList } from '@/components/admin-list/admin-list';
import { reviewType } from '@/features/admin-reviews/review-type';
import { ReviewArticle } from '@/features/reviews/components/review-article';
import { useCategories } from '../use-categories';

export default function AdminReviewsRoute() {
  const { categoryOf } = useCategories();
  return <AdminList type={reviewType} page={(review) => <ReviewArticle review={review} category={categoryOf(review.categoryId)} />} />;
}
