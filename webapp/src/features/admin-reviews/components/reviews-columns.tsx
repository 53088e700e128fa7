// The columns of the reviews' table (spec section 2).
import { Star } from 'lucide-react';
import type { Column } from '@/components/admin-list/item-table';
import { PublishStatus } from '@/components/admin-list/publish-status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Review } from '@/lib/api-types';

type Names = ReadonlyMap<number, string>;

const categoryOf = (review: Review, names: Names) => names.get(review.categoryId) ?? 'Unknown';

/** 4.5/5, and 4/5 for a whole number. */
const rating = (review: Review) => `${review.rating}/5`;

/** A review in a line, beside its title, for a phone. */
export const reviewSummary = (review: Review, names: Names) => [review.productName, categoryOf(review, names), rating(review), review.authorName].join(' · ');

/** names: the categories' names by their ids; one that is not there is 'Unknown'. */
export const reviewColumns = (names: Names): Column<Review>[] => [
  { name: 'product', label: 'Product', width: 'lg:w-[13%]', cell: (r) => r.productName, full: (r) => `${r.productBrand} ${r.productName}` },
  {
    name: 'title',
    label: 'Title',
    cell: (r) => (
      <>
        {r.isFeatured ? <Star role="img" aria-label="Featured" strokeWidth={1.75} className="mr-0.5 inline size-3.5 fill-current align-[-0.125em] text-accent" /> : null}{' '}
        {r.title}
      </>
    ),
    full: (r) => r.title,
  },
  { name: 'category', label: 'Category', width: 'lg:w-[14.5%]', cell: (r) => categoryOf(r, names), full: (r) => categoryOf(r, names) },
  { name: 'rating', label: 'Rating', width: 'lg:w-[4.5rem]', first: 'desc', cell: (r) => <span className="tabular-nums">{rating(r)}</span> },
  { name: 'author', label: 'Author', width: 'lg:w-[11.5%]', cell: (r) => r.authorName, full: (r) => r.authorName },
  { name: 'published', label: 'Published', width: 'lg:w-[8.25rem]', first: 'desc', cell: (r) => <PublishStatus item={r} /> },
  { name: 'updated', label: 'Last Updated', width: 'lg:w-[7.5rem]', first: 'desc', cell: (r) => <TimeAgo iso={r.updatedAt} className="text-muted tabular-nums" /> },
];
