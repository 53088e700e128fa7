// Where to go after a review: others of its category. Nothing when there are none, or they can't be had.
import { useQuery } from '@tanstack/react-query';
import { CardSkeletons } from '@/components/ui/skeleton';
import { relatedCount, relatedReviewsQuery } from '../api/related-reviews';
import type { Review } from '@/lib/api-types';
import type { CategoryName } from '../types';
import { ReviewCard } from './review-card';

export function RelatedReviews({ review, category }: { review: Pick<Review, 'id' | 'categoryId'>; category: CategoryName | undefined }) {
  const { data, isPending } = useQuery(relatedReviewsQuery(review.categoryId));
  const others = data?.filter(({ id }) => id !== review.id).slice(0, relatedCount) ?? [];
  if (!isPending && others.length === 0) return null;
  return (
    <section data-noprint className="mt-16 border-t-2 border-primary pt-4 md:mt-24">
      <h2 className="mb-8 text-h4">{category ? `More in ${category.name}` : 'Related Reviews'}</h2>
      {isPending ? (
        <CardSkeletons label="Loading related reviews..." count={relatedCount} />
      ) : (
        <div className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {others.map((other) => (
            <ReviewCard key={other.id} review={other} category={category} />
          ))}
        </div>
      )}
    </section>
  );
}
