// A review, whole: title block, main picture, text and side panel.
import { clsx } from 'clsx';
import { Picture } from '@/components/ui/picture';
import { imageNote } from '@/lib/site';
import { tint } from '@/lib/tint';
import { picturesOf, type CategoryName, type Review } from '../types';
import { ReviewPanel } from './review-panel';
import { ReviewText } from './review-text';
import { ReviewTitle } from './review-title';

export function ReviewArticle({ review, category }: { review: Review; category: CategoryName | undefined }) {
  const main = picturesOf(review)[0];
  return (
    <article className={tint(category?.slug)}>
      <ReviewTitle review={review} category={category} />
      <span aria-hidden className={clsx('mt-8 block w-full bg-tint', main ? 'h-[3px]' : 'h-px')} />
      {main ? (
        <figure>
          <Picture src={main} alt={`The ${review.productName} by ${review.productBrand}`} eager className="rounded-t-none sm:aspect-2/1" />
          <figcaption className="mt-1.5 text-caption text-muted">{imageNote}</figcaption>
        </figure>
      ) : null}
      <div className="mt-10 flex flex-col gap-12 lg:grid lg:grid-cols-12 lg:gap-x-12">
        <div className="order-3 lg:col-span-8">
          <ReviewText review={review} />
        </div>
        {/* One panel beside the text; on small screens its parts stand before and after it. */}
        <aside aria-label="Product" className="contents lg:order-4 lg:col-span-4 lg:block">
          <ReviewPanel review={review} />
        </aside>
      </div>
    </article>
  );
}
