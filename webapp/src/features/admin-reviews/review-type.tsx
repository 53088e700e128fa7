// Reviews in the dashboard (spec sections 2, 4, 5 and 8).
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { updatedColumn, publishedColumn } from '@/components/content/columns';
import { stateCounts, type ContentType, type NameOf } from '@/components/content/content-type';
import { chosen } from '@/components/admin-list/status-filter';
import type { NewReview, Review } from '@/lib/api-types';
import { contentCalls, type Listed } from '@/lib/content-calls';
import { formatRating } from '@/lib/format';
import { categoriesQuery } from './categories';
import { reviewFields } from './review-fields';
import { reviewOf } from './review-json';
import { reviewInstructions, reviewTemplate } from './template';

const categoryOf = (review: Listed<Review>, nameOf: NameOf) => nameOf('categoryId', review.categoryId) ?? 'Unknown';

export const reviewType: ContentType<Review, NewReview> = {
  noun: 'review',
  plural: 'reviews',
  texts: {
    title: 'Reviews',
    add: 'Add Review',
    edit: 'Edit Review',
    create: 'Create Review',
    update: 'Update Review',
    created: 'Review created',
    updated: 'Review updated',
    deleted: 'Review deleted',
    empty: { title: 'No reviews yet', text: 'Items created here or sent by bots appear in this list. Drafts are visible only to you.' },
  },
  calls: contentCalls<Review, NewReview>('reviews', 'review'),
  addressOf: ({ id }) => `/reviews/${id}`,
  fields: reviewFields,
  groups: [
    { title: 'Basics' },
    { title: 'Rating' },
    {
      title: 'Pros and cons',
      hint: 'One per line. Bullets are added for you. Drag a bullet to move its line, or press Alt and an arrow key.',
    },
    { title: 'Product and prices' },
    { title: 'Images and video' },
    { title: 'Where to buy' },
    { title: 'On the site' },
  ],
  checks: {
    score: 'rating',
    parts: { of: 'subScores', reason: 'scoreReason' },
    pictures: ['productImageUrl', 'imageUrls'],
    verdict: 'verdict',
    category: 'categoryId',
    words: { field: 'content', least: 1000 },
    links: ['content', 'verdict', 'videoUrl', 'aliexpressLink', 'shopeeLink'],
  },
  complete: (review) => ({
    ...review,
    rating: Math.min(5, Math.max(1, review.rating || 1)),
    pricedAt: review.pricedAt ?? review.updatedAt,
  }),
  columns: [
    {
      name: 'product',
      label: 'Product',
      width: 'lg:w-[13%]',
      cell: (r) => r.productName,
      full: (r) => `${r.productBrand} ${r.productName}`,
    },
    {
      name: 'title',
      label: 'Title',
      cell: (r) => (
        <>
          {r.isFeatured ? (
            <Star
              role="img"
              aria-label="Featured"
              strokeWidth={1.75}
              className="mr-0.5 inline size-3.5 fill-current align-[-0.125em] text-accent"
            />
          ) : null}{' '}
          {r.title}
        </>
      ),
      full: (r) => r.title,
    },
    { name: 'category', label: 'Category', width: 'lg:w-[14.5%]', cell: categoryOf, full: categoryOf },
    {
      name: 'rating',
      label: 'Rating',
      width: 'lg:w-[4.5rem]',
      first: 'desc',
      cell: (r) => <span className="tabular-nums">{formatRating(r.rating)}</span>,
    },
    { name: 'author', label: 'Author', width: 'lg:w-[11.5%]', cell: (r) => r.authorName, full: (r) => r.authorName },
    publishedColumn,
    { ...updatedColumn, width: 'lg:w-[7.5rem]' },
  ],
  summary: (review, nameOf) => [review.productName, categoryOf(review, nameOf), formatRating(review.rating), review.authorName],
  actions: ['publish', 'unpublish', 'feature', 'unfeature', 'delete'],
  filters: [
    {
      name: 'category',
      label: 'Category',
      width: 'sm:w-52',
      options: ({ categoryId = [] }) => [{ value: '', label: 'All Categories' }, ...categoryId],
      params: (value) => ({ categoryId: Number(value) || undefined }),
    },
    {
      name: 'featured',
      label: 'Featured',
      width: 'sm:w-40',
      options: () => [
        { value: '', label: 'All Reviews' },
        { value: 'yes', label: 'Featured' },
        { value: 'no', label: 'Not Featured' },
      ],
      params: (value) => ({ featured: chosen(value, 'yes', 'no') }),
    },
  ],
  counts: (overview) => ({
    total: overview?.reviews.total,
    others: [...stateCounts(overview?.reviews), { name: 'Featured', n: overview?.reviews.featured }],
  }),
  moreCounts: (overview, nameOf) =>
    overview?.reviews.byCategory.map((c) => ({ name: nameOf('categoryId', c.categoryId) ?? 'Unknown', n: c.count })) ?? [],
  get template() {
    return reviewTemplate();
  },
  get instructions() {
    return reviewInstructions();
  },
  useChoices: () => {
    const { data: categories = [] } = useQuery(categoriesQuery);
    return {
      categoryId: categories.map(({ id, name }) => ({ value: String(id), label: name })),
      subScores: categories.flatMap(({ id, criteria }) =>
        criteria.map(({ id: value, name, weight, retired = false }) => ({ value, label: name, under: String(id), weight, retired })),
      ),
    };
  },
  useFromJson: () => {
    const { data: categories = [] } = useQuery(categoriesQuery);
    return (json) => reviewOf(json, categories);
  },
};
