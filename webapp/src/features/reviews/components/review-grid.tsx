// A list of reviews as cards, with its loading, error and empty states.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MoreButton } from '@/components/ui/more-button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { ErrorState } from '@/components/ui/state';
import { reviewsQuery, type ReviewFilter } from '../api/review-list';
import type { CategoryName } from '../types';
import { ReviewCards } from './review-cards';

interface Props {
  filter: ReviewFilter;
  categoryOf: (id: number) => CategoryName | undefined;
  /** What to show when there is none. */
  empty: ReactNode;
  /** Renders the heading above the list, given the number of reviews once it is known. */
  heading?: (total: number | undefined) => ReactNode;
}

export function ReviewGrid({ filter, categoryOf, empty, heading }: Props) {
  const reviews = useInfiniteQuery(reviewsQuery(filter));
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  const total = reviews.data?.pages.at(-1)?.total;
  return (
    <>
      {heading?.(total)}
      {reviews.isPending ? (
        <CardSkeletons label="Loading reviews..." />
      ) : reviews.isError && items.length === 0 ? (
        <ErrorState what="The reviews" retry={() => void reviews.refetch()} />
      ) : items.length === 0 ? (
        empty
      ) : (
        <>
          <div className="grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
            <ReviewCards reviews={items} categoryOf={categoryOf} />
          </div>
          <MoreButton
            shown={items.length}
            total={total ?? 0}
            busy={reviews.isFetchingNextPage}
            onMore={() => void reviews.fetchNextPage()}
          />
        </>
      )}
    </>
  );
}
