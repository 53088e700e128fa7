// The data of a screen with a list of reviews in numbered pages. The last list stays until the next one is there.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reviewFacetsQuery, reviewPageQuery } from '@/features/reviews/api/review-pages';
import type { ListAddress } from '@/lib/list-address';
import { lastPage } from '@/lib/list-links';

/** With `wanted` false, nothing is fetched. */
export function useReviewPages({ filter, page }: ListAddress, wanted = true) {
  const enabled = wanted && page !== null;
  const list = useQuery({ ...reviewPageQuery(filter, page ?? 1), enabled, placeholderData: keepPreviousData });
  const { data: facets } = useQuery({ ...reviewFacetsQuery(filter), enabled, placeholderData: keepPreviousData });
  /** How many there are, once this list has said so. */
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  return { list, facets, total, beyond: wanted && (page === null || (total !== undefined && page > lastPage(total))) };
}
