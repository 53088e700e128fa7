// The title block of a review: category, headline, byline, and the score beside the verdict in short.
import { ShareButton } from '@/components/layout/share-button';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { HistoryLink } from '@/components/corrections/history-link';
import { Notices } from '@/components/corrections/notices';
import { Badge } from '@/components/ui/badge';
import { LinkedName } from '@/components/ui/linked-name';
import { formatDate } from '@/lib/format';
import { readingMinutes } from '@/lib/item-text';
import { categoryPath } from '@/lib/name-path';
import { lastChangeOf, publicationOf } from '@/lib/publication';
import { tint } from '@/lib/tint';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import type { CategoryName } from '../types';
import { CompareToggle } from './compare-toggle';
import { LinkedScore } from './linked-score';

interface Props {
  review: Rendered<Review>;
  category: CategoryName | undefined;
  /** The address of the review's history; undefined: readers have none. */
  history?: string | undefined;
  /** It can be chosen for a comparison. */
  comparable?: boolean;
}

export function ReviewTitle({ review, category, history, comparable = false }: Props) {
  const above = [
    { to: '/', name: 'Home' },
    category ? { to: categoryPath(category), name: category.name } : { to: '/reviews', name: 'All Reviews' },
  ];
  const changed = lastChangeOf(review);
  return (
    <header>
      <Breadcrumb above={above} here={review.productName} />
      <div className="mt-6 grid gap-x-12 gap-y-6 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-8">
          {category ? <Badge tint={tint(category.slug)}>{category.name}</Badge> : null}
          <h1 dir="auto" className="mt-3 text-h3 sm:text-h2">
            {review.title}
          </h1>
          <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
            <span className="font-semibold text-secondary">
              By <LinkedName kind="authors" known={review.names?.author} name={review.authorName} rel="author" />
            </span>
            {review.publishedAt === null ? (
              <span>Draft</span>
            ) : (
              <span>
                Published <time dateTime={publicationOf(review)}>{formatDate(publicationOf(review))}</time>
              </span>
            )}
            <span>
              Last updated <time dateTime={changed}>{formatDate(changed)}</time>
            </span>
            <HistoryLink to={history} count={review.changeCount} />
            <span>{readingMinutes(review.contentWords)} min read</span>
            <ShareButton title={review.title} />
            {comparable ? <CompareToggle review={review} /> : null}
          </p>
          <Notices corrections={review.corrections} updatedAt={changed} />
        </div>
        <div className="flex items-center gap-6 border-t border-rule pt-6 lg:col-span-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
          <LinkedScore rating={review.rating} size="large" stacked />
          {review.verdictText ? <p className="text-small text-secondary">{review.verdictText}</p> : null}
        </div>
      </div>
    </header>
  );
}
