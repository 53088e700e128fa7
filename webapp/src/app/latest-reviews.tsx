// The latest reviews, below what else a page shows. Without any the section is left out.
import { CardSkeletons } from '@/components/ui/skeleton';
import { Section } from '@/features/home/components/section';
import type { ReviewSummary } from '@/features/reviews/api/reviews';
import { CompareToggle } from '@/features/reviews/components/compare-toggle';
import { ReviewCard } from '@/features/reviews/components/review-card';
import { useCategories } from './use-categories';

interface Props {
  /** Undefined while they are fetched. */
  reviews: readonly ReviewSummary[] | undefined;
  /** How many there will be. */
  count: number;
}

export function LatestReviews({ reviews, count }: Props) {
  const { categoryOf } = useCategories();
  if (reviews?.length === 0) return null;
  return (
    <Section title="Latest Reviews" more={{ to: '/reviews', name: 'All Reviews' }}>
      {reviews ? (
        // In two columns the third would stand alone.
        <div className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 sm:max-lg:[&>:nth-child(3):last-child]:hidden">
          {reviews.map((review) => (
            <ReviewCard key={review.id} review={review} category={categoryOf(review.categoryId)} compact>
              <p className="mt-2">
                <CompareToggle review={review} />
              </p>
            </ReviewCard>
          ))}
        </div>
      ) : (
        <CardSkeletons label="Loading the latest reviews..." count={count} />
      )}
    </Section>
  );
}
