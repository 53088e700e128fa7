// An item's pictures, one at a time and as large as the screen allows: with buttons, arrow keys, or a swipe from one to the next.
import * as Radix from '@radix-ui/react-dialog';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { useReturnFocus } from '@/hooks/use-return-focus';
import { srcSetOf } from '@/lib/pictures';
import type { GalleryPicture } from './gallery-picture';
import { PictureNote } from './picture-note';
import { useSwipe } from './use-swipe';

interface Props {
  pictures: GalleryPicture[];
  /** The index of the picture that is shown first. */
  start: number;
  onClose: () => void;
}

// Beside the picture on a wide screen, below it on a narrow one, where they would cover it.
const areas =
  "grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto] [grid-template-areas:'head_head_head'_'picture_picture_picture'_'previous_note_next'] sm:[grid-template-areas:'head_head_head'_'previous_picture_next'_'note_note_note']";

export function Lightbox({ pictures, start, onClose }: Props) {
  const [index, setIndex] = useState(start);
  const focus = useReturnFocus(true);
  const last = pictures.length - 1;
  const go = (step: 1 | -1) => setIndex((index + step + pictures.length) % pictures.length);
  const swipe = useSwipe((step) => (last > 0 ? go(step) : undefined));
  const shown = pictures[index];
  if (!shown) return null;

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return; // the browser's own, such as Back
    if (e.key === 'ArrowRight') go(1);
    else if (e.key === 'ArrowLeft') go(-1);
    else if (e.key === 'Home') setIndex(0);
    else if (e.key === 'End') setIndex(last);
    else return;
    e.preventDefault();
  };
  const next = pictures[(index + 1) % pictures.length];
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-page" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          className={clsx(
            'fixed inset-0 z-40 grid text-primary outline-none [overflow-wrap:anywhere] motion-safe:animate-[appear_160ms_var(--ease-out)]',
            areas,
          )}
        >
          <div className="flex items-center justify-between gap-4 px-4 py-2 [grid-area:head] sm:px-6">
            <Radix.Title aria-live="polite" className="font-sans text-small font-semibold tabular-nums">
              {last > 0 ? `Image ${index + 1} of ${pictures.length}` : 'Image'}
            </Radix.Title>
            <Radix.Close asChild>
              <Button variant="quiet" shape="icon" aria-label="Close" className="-mr-3">
                <X aria-hidden strokeWidth={1.75} className="size-5" />
              </Button>
            </Radix.Close>
          </div>
          {last > 0 ? (
            <>
              <Button
                variant="quiet"
                shape="icon"
                aria-label="Previous image"
                onClick={() => go(-1)}
                className="self-end [grid-area:previous] max-sm:mb-3 sm:mx-2 sm:self-center"
              >
                <ChevronLeft aria-hidden strokeWidth={1.75} className="size-6" />
              </Button>
              <Button
                variant="quiet"
                shape="icon"
                aria-label="Next image"
                onClick={() => go(1)}
                className="self-end [grid-area:next] max-sm:mb-3 sm:mx-2 sm:self-center"
              >
                <ChevronRight aria-hidden strokeWidth={1.75} className="size-6" />
              </Button>
            </>
          ) : null}
          <figure className="contents">
            <div
              {...swipe.handlers}
              className={clsx(
                'grid place-items-center overflow-hidden [container-type:size] [grid-area:picture]',
                !swipe.zoomed && 'touch-pan-y touch-pinch-zoom',
              )}
            >
              <div
                className="motion-reduce:transform-none!"
                style={swipe.offset ? { transform: `translateX(${swipe.offset}px)` } : undefined}
              >
                <Whole key={index} picture={shown} onLoad={() => next && preload(next)} />
              </div>
            </div>
            <div className="max-h-[30dvh] min-h-14 overflow-y-auto px-2 pt-1 pb-4 text-center [grid-area:note] sm:px-6">
              <PictureNote known={shown.known} />
            </div>
          </figure>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The largest width at which the whole picture fits into its frame, and no larger than it is; undefined if its size isn't known. */
function widthIn({ known }: GalleryPicture, frame: { width: string; height: string }): string | undefined {
  return known && `min(${frame.width}, calc(${frame.height} * ${known.width / known.height}), ${known.width}px)`;
}

const sizesOf = (picture: GalleryPicture) => widthIn(picture, { width: '100vw', height: '100vh' });

/** A picture, uncropped. Where its size is known, its place is kept while it loads. */
function Whole({ picture, onLoad }: { picture: GalleryPicture; onLoad: () => void }) {
  const [failed, setFailed] = useState<'copies' | 'all' | null>(null);
  const { src, known, alt } = picture;
  if (failed === 'all') return <p className="text-secondary">This image couldn’t be loaded.</p>;
  const srcSet = failed ? undefined : srcSetOf(src, known);
  return (
    <img
      key={srcSet ?? src}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizesOf(picture)}
      alt={alt}
      width={known?.width}
      height={known?.height}
      draggable={false}
      onLoad={onLoad}
      onError={() => setFailed(srcSet ? 'copies' : 'all')}
      style={{ width: widthIn(picture, { width: '100cqw', height: '100cqh' }) }}
      className={known ? 'h-auto bg-sunken' : 'max-h-[100cqh] max-w-[100cqw]'}
    />
  );
}

/** Loads the picture that is most likely shown next. */
function preload(picture: GalleryPicture): void {
  const image = new Image();
  image.sizes = sizesOf(picture) ?? '';
  image.srcset = srcSetOf(picture.src, picture.known) ?? '';
  image.src = picture.src;
}
