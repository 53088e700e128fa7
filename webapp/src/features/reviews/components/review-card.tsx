// A review in a list. The featured variant spans two columns, with a taller picture and a longer excerpt.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { buttonLook } from '@/components/ui/button';
import { cardSizes, Picture, phoneSizes } from '@/components/ui/picture';
import { cardExcerpt, excerpt, featuredExcerpt } from '@/lib/excerpt';
import { formatDate } from '@/lib/format';
import { formatPrice } from '@/lib/money';
import { pictureOf } from '@/lib/pictures';
import { publicationOf } from '@/lib/publication';
import { tint } from '@/lib/tint';
import type { ReviewSummary } from '../api/reviews';
import { picturesOf, type CategoryName } from '../types';
import { LinkedScore } from './linked-score';

interface Props {
  review: ReviewSummary;
  category: CategoryName | undefined;
  featured?: boolean;
  /** Stands beside a featured card, with a taller picture, so that both end together. */
  beside?: boolean;
  /** Its picture is the first one of the page. */
  eager?: boolean;
  /** Stands between the excerpt and the byline. */
  children?: ReactNode;
}

const featuredSizes =
  `(min-width: 78rem) 36.75rem, (min-width: 64rem) calc(50vw - 2.25rem), (min-width: 40rem) calc(100vw - 3rem), ${phoneSizes}`;

/** Half as wide again as the card, whose square shows the middle of a picture of 3:2. */
const besideSizes =
  `(min-width: 78rem) 26.5rem, (min-width: 64rem) calc(37.5vw - 2.8rem), (min-width: 40rem) calc(50vw - 2.25rem), ${phoneSizes}`;

export function ReviewCard({ review, category, featured = false, beside = false, eager = false, children }: Props) {
  const picture = picturesOf(review)[0];
  const price = formatPrice(review.productPrice, review.productPriceMax);
  const length = featured ? featuredExcerpt : cardExcerpt;
  return (
    <article className={clsx('relative flex flex-col', featured && 'sm:col-span-2', tint(category?.slug))}>
      <Picture
        src={picture}
        known={pictureOf(review, picture)}
        alt=""
        sizes={featured ? featuredSizes : beside ? besideSizes : cardSizes}
        eager={eager}
        className={clsx(featured && 'sm:aspect-[16/10]', beside && 'lg:aspect-square', 'rounded-b-none')}
      />
      <span aria-hidden className="h-[3px] w-full bg-tint" />
      <div className="mt-4 flex min-h-12 items-center justify-between gap-3">
        {category ? <Badge tint={tint(category.slug)}>{category.name}</Badge> : <span />}
        <LinkedScore rating={review.rating} size={featured ? 'medium' : 'small'} />
      </div>
      <h3 dir="auto" className={clsx('mt-3 line-clamp-3', featured ? 'text-h4 sm:text-h3' : 'text-h5')}>
        <Link to={`/reviews/${review.id}`} className="cover-link">
          {review.title}
        </Link>
      </h3>
      <p dir="auto" className={clsx('mt-3 text-secondary', featured ? 'max-w-measure text-base' : 'text-small')}>
        {excerpt(review.contentText, length)}
      </p>
      {children}
      <div className="mt-auto flex items-center justify-between gap-4 pt-5">
        <p className="text-caption text-muted">
          {price === '' ? null : <span className="block text-small font-semibold text-primary tabular-nums">{price}</span>}
          <span className="block font-semibold">By {review.authorName}</span>
          <time dateTime={publicationOf(review)}>{formatDate(publicationOf(review))}</time>
        </p>
        <Link
          to={`/reviews/${review.id}`}
          aria-label={`Read Review: ${review.title}`}
          className={buttonLook({ variant: 'plain', className: 'relative' })}
        >
          Read Review
        </Link>
      </div>
    </article>
  );
}
