import { queryOptions } from '@tanstack/react-query';
import { api, ApiError } from '@/lib/api-client';
import type { Review } from '@/lib/api-types';
import { mostCompared } from '@/lib/most-compared';
import type { Rendered } from '@/lib/rendered';

/** What a comparison shows of a review. */
export type Compared = Pick<
  Rendered<Review>,
  | 'id'
  | 'title'
  | 'productName'
  | 'productBrand'
  | 'categoryId'
  | 'rating'
  | 'subScores'
  | 'productPrice'
  | 'productPriceMax'
  | 'pricedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'specifications'
  | 'pros'
  | 'cons'
  | 'verdictText'
  | 'imageUrls'
  | 'productImageUrl'
  | 'pictures'
>;

const fieldsOf = ({
  id,
  title,
  productName,
  productBrand,
  categoryId,
  rating,
  subScores,
  productPrice,
  productPriceMax,
  pricedAt,
  createdAt,
  updatedAt,
  specifications,
  pros,
  cons,
  verdictText,
  imageUrls,
  productImageUrl,
  pictures,
}: Rendered<Review>): Compared => ({
  ...{
    id,
    title,
    productName,
    productBrand,
    categoryId,
    rating,
    productPrice,
    productPriceMax,
    pricedAt,
    createdAt,
    updatedAt,
    specifications,
    pros,
    cons,
    verdictText,
    imageUrls: imageUrls.slice(0, 1),
    productImageUrl,
  },
  ...(subScores ? { subScores } : {}),
  ...(pictures ? { pictures } : {}),
});

/** The reviews among ids that are published, in their order, and at most as many as can be compared; and how many ids are none's. */
export interface Found {
  reviews: Compared[];
  missing: number;
  beyond: number;
}

export const comparedQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['compared', ...ids],
    queryFn: async ({ signal }): Promise<Found> => {
      const found = await Promise.all(
        ids.map((id) =>
          api.get<Rendered<Review>>(`/api/reviews/${id}`, { signal }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null;
            throw error;
          }),
        ),
      );
      const reviews = found.filter((review) => review !== null).map(fieldsOf);
      return {
        reviews: reviews.slice(0, mostCompared),
        missing: ids.length - reviews.length,
        beyond: Math.max(0, reviews.length - mostCompared),
      };
    },
    staleTime: 5 * 60_000,
  });
