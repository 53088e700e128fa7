// A picture that keeps its place: fixed ratio, lazy unless it is the first on the page, and a quiet ring in its
// stead when there is none or it can't be loaded.
import { clsx } from 'clsx';
import { useState } from 'react';
import type { ItemPicture } from '@/lib/media';
import { srcSetOf } from '@/lib/pictures';
import { RemovedPicture } from './removed-picture';
import { Ring } from './ring';

interface Props {
  src: string | null | undefined;
  /** What the item's answer tells of the picture, if it is stored here. */
  known?: ItemPicture | undefined;
  /** Read out if the library has no alt text. */
  alt: string;
  /** How wide the picture is shown, as the attribute of the same name says it. */
  sizes: string;
  /** The first picture a reader sees: loaded at once. The server preloads it. */
  eager?: boolean;
  onFail?: (() => void) | undefined;
  className?: string;
}

/**
 * How wide a picture across a phone is. Phones with three pixels to a CSS pixel are told two thirds of it, so that they load what others
 * do: nobody sees more than two, and three weigh twice as much.
 */
export const phoneSizes = '(min-resolution: 2.5dppx) calc(66.67vw - 1.33rem), calc(100vw - 2rem)';

/** How wide a picture beside its text is on a phone: 7rem, or as told with three pixels to a CSS pixel. */
export const thumbnailSizes = '(min-resolution: 2.5dppx) 4.66rem, 7rem';

const gridSizes = '(min-width: 78rem) 24rem, (min-width: 64rem) calc(33.33vw - 2rem), (min-width: 40rem) calc(50vw - 2.25rem)';

/** How wide a card's picture is in a grid of one, two or three columns. */
export const cardSizes = `${gridSizes}, ${phoneSizes}`;

/** The same of a card that is compact on phones. */
export const compactSizes = `${gridSizes}, ${thumbnailSizes}`;

export function Picture({ src, known, alt, sizes, eager = false, onFail, className }: Props) {
  const [failed, setFailed] = useState<string[]>([]);
  if (known?.removedAt) return <RemovedPicture at={known.removedAt} className={className} />;
  const shape = clsx('aspect-3/2 w-full rounded-sm bg-sunken', className);
  if (!src || failed.includes(src)) {
    return (
      <div className={clsx(shape, 'grid place-items-center')} data-picture="none">
        <Ring filled={0} className="size-16 opacity-70" />
      </div>
    );
  }
  const all = srcSetOf(src, known);
  const srcSet = all && !failed.includes(all) ? all : undefined;
  // If a smaller copy fails, the picture itself is tried.
  const fail = () => {
    setFailed([...failed, srcSet ?? src]);
    if (!srcSet) onFail?.();
  };
  const { x, y } = known?.focalPoint ?? {};
  return (
    <img
      key={srcSet ?? src}
      // A picture may fail before React listens to it.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0 && img.currentSrc) fail();
      }}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={known?.alt ?? alt}
      width={known?.width ?? 1200}
      height={known?.height ?? 800}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={fail}
      style={x === undefined || y === undefined ? undefined : { objectPosition: `${x * 100}% ${y * 100}%` }}
      className={clsx(shape, 'object-cover')}
    />
  );
}
