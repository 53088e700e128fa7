// The body of a review: text, pros and cons, video, further pictures, verdict.
import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { Corrections } from '@/components/corrections/corrections';
import { EnlargeButton } from '@/components/gallery/enlarge-button';
import type { GalleryPicture } from '@/components/gallery/gallery-picture';
import { RemovedPicture } from '@/components/ui/removed-picture';
import { PictureNote } from '@/components/gallery/picture-note';
import { Picture, phoneSizes } from '@/components/ui/picture';
import { Prose } from '@/components/ui/prose';
import { Tags } from '@/components/ui/tags';
import { VideoPlayer } from '@/components/ui/video-player';
import { listField } from '@/lib/item-text';
import { videoOf } from '@/lib/video';
import type { Review } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import { LinkedScore } from './linked-score';
import { SubScores } from './sub-scores';

/** A picture with its place among those of the review, from 1. */
export type NumberedPicture = GalleryPicture & { number: number };

interface Props {
  review: Rendered<Review>;
  /** The pictures that neither the text nor the top of the page shows. */
  images: NumberedPicture[];
  onEnlarge: (picture: NumberedPicture) => void;
}

export function ReviewText({ review, images, onEnlarge }: Props) {
  const video = videoOf(review.videoUrl);
  return (
    <div data-flow className="grid grid-cols-1 gap-12">
      <Prose id="text" html={review.contentHtml} className="max-w-measure text-body" />
      <SubScores scores={review.subScores} rating={review.rating} reason={review.scoreReason} />
      <ProsAndCons pros={listField(review.pros)} cons={listField(review.cons)} />
      {video ? (
        <section id="video">
          <h2 className="mb-4 text-h4">Video Review</h2>
          <VideoPlayer video={video} title={`Video review of ${review.productName}`} credit={review.videoCredit} />
        </section>
      ) : null}
      <ReviewImages images={images} product={review.productName} onEnlarge={onEnlarge} />
      {review.verdictHtml ? (
        <section id="verdict" data-whole className="border-y-2 border-primary py-8">
          <h2 className="kicker font-sans">Final Verdict</h2>
          <div className="mt-5 flex flex-col items-start gap-6 sm:flex-row sm:gap-8">
            <LinkedScore rating={review.rating} size="large" stacked />
            <Prose
              html={withoutIds(review.verdictHtml)}
              className="w-full max-w-measure min-w-0 font-serif text-h5 leading-snug sm:text-[1.5rem]"
            />
          </div>
        </section>
      ) : null}
      <Tags tags={review.tags} names={review.names?.tags} />
      <Corrections corrections={review.corrections} />
    </div>
  );
}

/** Headings of the verdict would share their ids with headings of the text that say the same. */
const withoutIds = (html: string): string => html.replace(/(<h[2-6]) id="[^"]*">/g, '$1>');

function ProsAndCons({ pros, cons }: { pros: string[]; cons: string[] }) {
  if (pros.length === 0 && cons.length === 0) return null;
  return (
    <div id="pros-and-cons" className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
      <Marked title="Pros" lines={pros} sign="+" />
      <Marked title="Cons" lines={cons} sign="−" />
    </div>
  );
}

function Marked({ title, lines, sign }: { title: string; lines: string[]; sign: '+' | '−' }) {
  if (lines.length === 0) return null;
  const Icon = sign === '+' ? Plus : Minus;
  return (
    <section data-whole className="border-t border-rule-strong pt-4">
      <h2 className="text-h5">{title}</h2>
      <ul className="mt-3 grid gap-2.5">
        {lines.map((line, i) => (
          <li key={i} dir="auto" className="flex gap-3">
            <span data-sign={sign} className="w-4 shrink-0">
              <Icon aria-hidden strokeWidth={2.25} className={clsx('mt-1 size-4', sign === '+' ? 'text-success' : 'text-danger')} />
            </span>
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReviewImages({
  images,
  product,
  onEnlarge,
}: {
  images: NumberedPicture[];
  product: string;
  onEnlarge: (picture: NumberedPicture) => void;
}) {
  if (images.length === 0) return null;
  return (
    <section id="images">
      <h2 className="mb-4 text-h4">Review Images</h2>
      <ul className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        {images.map((picture) => (
          <li key={picture.src}>
            {picture.known?.removedAt ? (
              <RemovedPicture at={picture.known.removedAt} />
            ) : (
              <figure className="group">
                <div className="relative">
                  <a
                    href={picture.src}
                    target="_blank"
                    rel="noopener"
                    aria-label={`Image ${picture.number} of the ${product}${picture.known?.alt ? `: ${picture.known.alt}` : ''}, opens in a new tab`}
                    className="block"
                  >
                    <Picture src={picture.src} known={picture.known} alt="" sizes={thumbnailSizes} />
                  </a>
                  <EnlargeButton name={`image ${picture.number}`} onPress={() => onEnlarge(picture)} />
                </div>
                <PictureNote known={picture.known} />
              </figure>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const thumbnailSizes = `(min-width: 78rem) 24rem, (min-width: 64rem) calc(33.33vw - 2rem), (min-width: 40rem) calc(50vw - 2rem), ${phoneSizes}`;
