// /admin/reviews
import { lazy } from 'react';
import { AdminList } from '@/components/admin-list/admin-list';
import { reviewType } from '@/features/admin-reviews/review-type';
import { loadCode } from '@/lib/load-code';
import { useCategories } from '../use-categories';

const ReviewArticle = lazy(async () => ({ default: (await loadCode(() => import('@/features/reviews/components/review-article'))).ReviewArticle }));

export default function AdminReviewsRoute() {
  const { categoryOf } = useCategories();
  return <AdminList type={reviewType} page={(review) => <ReviewArticle review={review} category={categoryOf(review.categoryId)} />} />;
}
