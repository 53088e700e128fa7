// The queries of screens with lists.
import { articleFacetsQuery, articlePageQuery } from '@/features/articles/api/article-pages';
import { articlesQuery } from '@/features/articles/api/article-list';
import { correctionFacetsQuery, correctionsQuery } from '@/features/corrections/api/corrections';
import { nameQuery } from '@/features/names/api/name';
import { reviewFacetsQuery, reviewPageQuery } from '@/features/reviews/api/review-pages';
import { reviewsQuery } from '@/features/reviews/api/review-list';
import { latestReviewsQuery } from '@/features/reviews/api/latest-reviews';
import { searchAddress, searchQuery } from '@/features/search/api/search';
import { categoriesQuery, categoryQuery } from '@/lib/categories';
import {
  articleParameters,
  categoryParameters,
  correctionParameters,
  listAddress,
  reviewParameters,
  type ListAddress,
} from '@/lib/list-address';
import { correctionsPageSize, lastPage } from '@/lib/list-links';
import type { NameKind } from '@/lib/name-path';
import { notFound, type Fetcher } from './fetcher';
import { isTooLong } from '@/lib/search-limit';
import { isCounted, nameFilters } from './name-lists';

/**
 * Fetches a page of a search's results, or the latest reviews if it has none; without a search, a page of all reviews, and their filters.
 * Rejects, as the others do, with ApiError(404) beyond the list's end.
 */
export async function fetchReviews(client: Fetcher, query: URLSearchParams): Promise<void> {
  const address = searchAddress(query);
  if (isTooLong(address.search)) {
    await client.query(latestReviewsQuery);
    return;
  }
  if (address.search === '') {
    await fetchReviewPage(client, listAddress(query, reviewParameters));
    return;
  }
  const { total } = await client.query(searchQuery(address));
  if (total === 0) await client.query(latestReviewsQuery);
}

/** Fetches a page of a category's reviews, or where a slug leads that no category has. */
export async function fetchCategory(client: Fetcher, category: string, query: URLSearchParams): Promise<void> {
  const all = await client.query(categoriesQuery);
  if (!all.some(({ slug }) => slug === category)) {
    await client.query(categoryQuery(category));
    return;
  }
  const { filter, page } = listAddress(query, categoryParameters);
  await fetchReviewPage(client, { filter: { ...filter, category }, page });
}

async function fetchReviewPage(client: Fetcher, { filter, page }: ListAddress): Promise<void> {
  if (page === null) throw notFound();
  const [{ total }] = await Promise.all([client.query(reviewPageQuery(filter, page)), client.query(reviewFacetsQuery(filter))]);
  if (page > lastPage(total)) throw notFound();
}

/** Fetches a page of the articles. */
export async function fetchArticles(client: Fetcher, query: URLSearchParams): Promise<void> {
  const { filter, page } = listAddress(query, articleParameters);
  if (page === null) throw notFound();
  const [{ total }] = await Promise.all([client.query(articlePageQuery(filter, page)), client.query(articleFacetsQuery(filter))]);
  if (page > lastPage(total)) throw notFound();
}

/** Fetches a page of the corrections. */
export async function fetchCorrections(client: Fetcher, query: URLSearchParams): Promise<void> {
  const { filter, page } = listAddress(query, correctionParameters);
  if (page === null) throw notFound();
  const [{ total }] = await Promise.all([client.query(correctionsQuery(filter, page)), client.query(correctionFacetsQuery(filter))]);
  if (page > lastPage(total, correctionsPageSize)) throw notFound();
}

/** Fetches a tag, a brand or an author, and its reviews and articles. */
export async function fetchName(client: Fetcher, kind: NameKind, it: string): Promise<void> {
  const { slug } = await client.query(nameQuery(kind, it));
  const counted = isCounted(kind);
  const { reviews, articles } = nameFilters[kind](slug);
  await Promise.all([
    client.infiniteQuery(reviewsQuery(reviews)),
    counted && client.query(reviewFacetsQuery({ ...reviews })),
    articles && client.infiniteQuery(articlesQuery(articles)),
    articles && counted && client.query(articleFacetsQuery({ ...articles })),
  ]);
}
