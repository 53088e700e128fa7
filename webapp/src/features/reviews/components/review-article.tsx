// A review, whole: title block, main picture, text and side panel. On small screens the panel's first part (what it
// costs, where to buy it) stands between the picture and the text, and its second part after the text.
import { useRef } from 'react';
import { EnlargeButton } from '@/components/gallery/enlarge-button';
import { PictureNote } from '@/components/gallery/picture-note';
import { useLightbox } from '@/components/gallery/use-lightbox';
import { Neighbours } from '@/components/layout/neighbours';
import { Picture, phoneSizes } from '@/components/ui/picture';
import { useStickyTop } from '@/hooks/use-sticky-top';
import { pictureOf } from '@/lib/pictures';
import { tint } from '@/lib/tint';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import { furtherPictures } from '../further-pictures';
import { picturesOf, type CategoryName } from '../types';
import { RelatedReviews } from './related-reviews';
import { ReviewContents } from './review-contents';
import { ReviewPanel } from './review-panel';
import { ReviewText, type NumberedPicture } from './review-text';
import { ReviewTitle } from './review-title';

interface Props {
  review: Rendered<Review>;
  category: CategoryName | undefined;
  /** The address of the review's history; undefined: readers have none. */
  history?: string | undefined;
  /** The categories of other reviews, which follow; undefined: none do, as in a preview. */
  categoryOf?: (id: number) => CategoryName | undefined;
}

const mainSizes = `(min-width: 78rem) 49rem, (min-width: 64rem) calc(66.67vw - 3rem), (min-width: 40rem) calc(100vw - 3rem), ${phoneSizes}`;

export function ReviewArticle({ review, category, history, categoryOf }: Props) {
  const pictures = galleryOf(review);
  const [main] = pictures;
  const further = furtherPictures(review);
  const there = pictures.filter(({ known }) => !known?.removedAt);
  const { enlarge, lightbox } = useLightbox(there);
  const panel = useRef<HTMLElement>(null);
  useStickyTop(panel);
  return (
    <>
      <article className={tint(category?.slug)}>
        <ReviewTitle review={review} category={category} history={history} comparable={categoryOf !== undefined} />
        <span aria-hidden className="mt-8 block h-[3px] w-full bg-tint" />
        <div data-flow className="flex flex-col gap-10 lg:grid lg:grid-cols-12 lg:gap-x-12">
          <div data-flow className="contents lg:col-span-8 lg:block">
            {main ? (
              <figure className="group order-1 lg:mb-10">
                <div className="relative">
                  <Picture {...main} sizes={mainSizes} eager className="rounded-t-none" />
                  {main === there[0] ? <EnlargeButton name="image 1" onPress={() => enlarge(0)} /> : null}
                </div>
                {main === there[0] ? <PictureNote known={main.known} /> : null}
              </figure>
            ) : null}
            <div data-flow className="order-3 grid grid-cols-1 gap-10 lg:mt-10">
              <ReviewContents review={review} follows={categoryOf !== undefined} />
              <ReviewText
                review={review}
                images={pictures.filter(({ src }) => further.includes(src))}
                onEnlarge={(picture) => enlarge(there.indexOf(picture))}
              />
            </div>
          </div>
          <aside ref={panel} aria-label="Product" data-flow className="contents lg:sticky lg:col-span-4 lg:mt-8 lg:block lg:self-start">
            <ReviewPanel review={review} />
          </aside>
        </div>
      </article>
      {lightbox}
      {categoryOf ? (
        <>
          <Neighbours kind="reviews" id={review.id} />
          <RelatedReviews review={review} categoryOf={categoryOf} />
        </>
      ) : null}
    </>
  );
}

/** The review's pictures, the main one first, each with a text for those who can't see it. */
function galleryOf(review: Rendered<Review>): NumberedPicture[] {
  const { productName: product, productBrand: brand } = review;
  return picturesOf(review).map((src, i) => {
    const known = pictureOf(review, src);
    return { src, known, number: i + 1, alt: known?.alt ?? (i === 0 ? `The ${product} by ${brand}` : `Image ${i + 1} of the ${product}`) };
  });
}
