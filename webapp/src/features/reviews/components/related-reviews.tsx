// Where to go after a review: those that have most in common with it. Nothing when there are none, or they can't be had.
import { useQuery } from '@tanstack/react-query';
import { CardSkeletons } from '@/components/ui/skeleton';
import { relatedReviewsQuery } from '../api/related-reviews';
import type { Review } from '@/lib/api-types';
import type { CategoryName } from '../types';
import { ReviewCard } from './review-card';

interface Props {
  review: Pick<Review, 'id'>;
  categoryOf: (id: number) => CategoryName | undefined;
}

export function RelatedReviews({ review, categoryOf }: Props) {
  const { data = [], isPending } = useQuery(relatedReviewsQuery(review.id));
  if (!isPending && data.length === 0) return null;
  return (
    <section data-noprint className="mt-16 border-t-2 border-primary pt-4 md:mt-24">
      <h2 className="mb-8 text-h4">Related Reviews</h2>
      {isPending ? (
        <CardSkeletons label="Loading related reviews..." count={3} />
      ) : (
        <div className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {data.map((other) => (
            <ReviewCard key={other.id} review={other} category={categoryOf(other.categoryId)} compact />
          ))}
        </div>
      )}
    </section>
  );
}
