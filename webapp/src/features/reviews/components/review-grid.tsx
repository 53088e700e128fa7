// A list of reviews as cards, with its loading, error and empty states.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { MoreButton } from '@/components/ui/more-button';
import { CardSkeletons } from '@/components/ui/skeleton';
import { ErrorState } from '@/components/ui/state';
import { reviewsQuery, type ReviewFilter } from '../api/reviews';
import { foundBy } from '../search-marks';
import type { CategoryName } from '../types';
import { ReviewCard } from './review-card';

interface Props {
  filter: ReviewFilter;
  categoryOf: (id: number) => CategoryName | undefined;
  /** What to show when there is none. */
  empty: ReactNode;
  /** Renders the heading above the list, given the number of reviews once it is known. */
  heading?: (total: number | undefined) => ReactNode;
}

export function ReviewGrid({ filter, categoryOf, empty, heading }: Props) {
  // While the next search is under way the last one's reviews stay, dimmed, so that nothing flickers between two letters.
  const reviews = useInfiniteQuery({ ...reviewsQuery(filter), placeholderData: keepPreviousData });
  const stale = reviews.isPlaceholderData;
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  const total = stale ? undefined : reviews.data?.pages.at(-1)?.total;
  const { search } = filter;
  const found = useMemo(() => (search ? foundBy(search) : undefined), [search]);
  return (
    <>
      {heading?.(total)}
      {reviews.isPending || (stale && items.length === 0) ? (
        <CardSkeletons label="Loading reviews..." />
      ) : reviews.isError && items.length === 0 ? (
        <ErrorState what="The reviews" retry={() => void reviews.refetch()} />
      ) : items.length === 0 ? (
        empty
      ) : (
        <>
          <div aria-busy={stale} className="grid gap-x-6 gap-y-14 transition-opacity aria-busy:opacity-60 sm:grid-cols-2 lg:grid-cols-3">
            {items.map((review, i) => (
              <ReviewCard key={review.id} review={review} category={categoryOf(review.categoryId)} eager={i === 0} found={found} />
            ))}
          </div>
          <MoreButton shown={items.length} total={total ?? 0} busy={reviews.isFetchingNextPage} onMore={() => void reviews.fetchNextPage()} />
        </>
      )}
    </>
  );
}
