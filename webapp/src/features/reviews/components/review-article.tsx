// A review, whole: title block, main picture, text and side panel. On small screens the panel's first part (what it
// costs, where to buy it) stands between the picture and the text, and its second part after the text.
import { useRef } from 'react';
import { Picture } from '@/components/ui/picture';
import { useStickyTop } from '@/hooks/use-sticky-top';
import { imageNote } from '@/lib/site';
import { tint } from '@/lib/tint';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import { picturesOf, type CategoryName } from '../types';
import { RelatedReviews } from './related-reviews';
import { ReviewContents } from './review-contents';
import { ReviewPanel } from './review-panel';
import { ReviewText } from './review-text';
import { ReviewTitle } from './review-title';

interface Props {
  review: Rendered<Review>;
  category: CategoryName | undefined;
  /** The address of the review's history; undefined: readers have none. */
  history?: string | undefined;
  /** Whether other reviews follow. */
  related?: boolean;
}

export function ReviewArticle({ review, category, history, related = true }: Props) {
  const main = picturesOf(review)[0];
  const panel = useRef<HTMLElement>(null);
  useStickyTop(panel);
  return (
    <>
      <article className={tint(category?.slug)}>
        <ReviewTitle review={review} category={category} history={history} />
        <span aria-hidden className="mt-8 block h-[3px] w-full bg-tint" />
        <div className="flex flex-col gap-10 lg:grid lg:grid-cols-12 lg:gap-x-12">
          <div className="contents lg:col-span-8 lg:block">
            {main ? (
              <figure className="order-1 lg:mb-10">
                <Picture src={main} alt={`The ${review.productName} by ${review.productBrand}`} eager className="rounded-t-none" />
                <figcaption className="mt-1.5 text-caption text-muted">{imageNote}</figcaption>
              </figure>
            ) : null}
            <div className="order-3 grid grid-cols-1 gap-10 lg:mt-10">
              <ReviewContents review={review} />
              <ReviewText review={review} />
            </div>
          </div>
          <aside ref={panel} aria-label="Product" className="contents lg:sticky lg:col-span-4 lg:mt-8 lg:block lg:self-start">
            <ReviewPanel review={review} />
          </aside>
        </div>
      </article>
      {related ? <RelatedReviews review={review} category={category} /> : null}
    </>
  );
}
