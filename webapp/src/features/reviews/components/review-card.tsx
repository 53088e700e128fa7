// A review in a list. The featured variant spans two columns, with a taller picture and a longer excerpt. The compact one has a small
// picture beside the text on phones, and looks like any other on wider screens.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { buttonLook } from '@/components/ui/button';
import { cardSizes, compactSizes, Picture, phoneSizes, thumbnailSizes } from '@/components/ui/picture';
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
  compact?: boolean;
  /** Its picture is the first one of the page. */
  eager?: boolean;
  /** Stands between the excerpt and the byline. */
  children?: ReactNode;
}

const featuredSizes = `(min-width: 78rem) 36.75rem, (min-width: 64rem) calc(50vw - 2.25rem), (min-width: 40rem) calc(100vw - 3rem), ${phoneSizes}`;

/** Half as wide again as the card, whose square shows the middle of a picture of 3:2. */
const besideSizes = `(min-width: 78rem) 26.5rem, (min-width: 64rem) calc(37.5vw - 2.8rem), (min-width: 40rem) calc(50vw - 2.25rem), ${thumbnailSizes}`;

/**
 * Where the parts of a compact card are on phones: the picture on the left, with what chooses the review below it; category, title and
 * score on the right; the rest below both.
 */
const places = {
  card: 'max-sm:grid max-sm:grid-cols-[min(7rem,34%)_minmax(0,1fr)] max-sm:content-start max-sm:gap-x-4',
  picture: 'max-sm:row-span-2',
  top: 'max-sm:contents',
  score: 'max-sm:col-start-2 max-sm:row-start-3 max-sm:flex max-sm:items-center',
  title: 'max-sm:col-start-2 max-sm:mt-1 max-sm:text-[1.125rem]',
  choice: 'max-sm:col-start-1 max-sm:row-start-3',
  below: 'max-sm:col-span-2 max-sm:mt-1 max-sm:pt-1',
};

export function ReviewCard({ review, category, featured = false, beside = false, compact = false, eager = false, children }: Props) {
  const picture = picturesOf(review)[0];
  const price = formatPrice(review.productPrice, review.productPriceMax);
  const length = featured ? featuredExcerpt : cardExcerpt;
  const place = (part: keyof typeof places) => compact && places[part];
  return (
    <article className={clsx('relative flex flex-col', featured && 'sm:col-span-2', place('card'), tint(category?.slug))}>
      <div className={clsx(place('picture'))}>
        <Picture
          src={picture}
          known={pictureOf(review, picture)}
          alt=""
          sizes={featured ? featuredSizes : beside ? besideSizes : compact ? compactSizes : cardSizes}
          eager={eager}
          className={clsx(featured && 'sm:aspect-[16/10]', beside && 'lg:aspect-square', 'rounded-b-none')}
        />
        <span aria-hidden className="block h-[3px] w-full bg-tint" />
      </div>
      <div className={clsx('mt-4 flex min-h-12 items-center justify-between gap-x-3 max-sm:flex-wrap', place('top'))}>
        {category ? <Badge tint={tint(category.slug)}>{category.name}</Badge> : <span />}
        <span className={clsx('sm:shrink-0', place('score'))}>
          <LinkedScore rating={review.rating} size={featured ? 'medium' : 'small'} />
        </span>
      </div>
      <h3 dir="auto" className={clsx('mt-3 line-clamp-3', featured ? 'text-h4 sm:text-h3' : 'text-h5', place('title'))}>
        <Link to={`/reviews/${review.id}`} className="cover-link">
          {review.title}
        </Link>
      </h3>
      <p dir="auto" className={clsx('mt-3 text-secondary', featured ? 'max-w-measure text-base' : 'text-small', place('below'))}>
        {excerpt(review.contentText, length)}
      </p>
      {children ? <div className={clsx(place('choice'))}>{children}</div> : null}
      <div
        className={clsx('mt-auto flex items-center justify-between gap-4 max-sm:flex-wrap', compact ? 'sm:pt-5' : 'pt-5', place('below'))}
      >
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
