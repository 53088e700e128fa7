// /admin/reviews
import { AdminList } from '@/components/admin-list/admin-list';
import { reviewType } from '@/features/admin-reviews/review-type';
import { lazyNamed } from '@/lib/lazy-named';
import { useCategories } from '../use-categories';

const ReviewArticle = lazyNamed(() => import('@/features/reviews/components/review-article'), 'ReviewArticle');

export default function AdminReviewsRoute() {
  const { categoryOf } = useCategories();
  return <AdminList type={reviewType} page={(review) => <ReviewArticle review={review} category={categoryOf(review.categoryId)} />} />;
}
