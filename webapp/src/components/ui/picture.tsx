// A picture that keeps its place: fixed ratio, lazy unless it is the first on the page, and a quiet ring in its
// stead when there is none or it can't be loaded.
import { clsx } from 'clsx';
import { useState } from 'react';
import { Ring } from './ring';

interface Props {
  src: string | null | undefined;
  alt: string;
  /** The first picture a reader sees: loaded at once. */
  eager?: boolean;
  className?: string;
}

export function Picture({ src, alt, eager = false, className }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = clsx('aspect-3/2 w-full rounded-sm bg-sunken', className);
  if (!src || failed === src) {
    return (
      <div className={clsx(shape, 'grid place-items-center')} data-picture="none">
        <Ring filled={0} className="size-16 opacity-70" />
      </div>
    );
  }
  return (
    <img
      // A picture may fail before React listens to it.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setFailed(src);
      }}
      src={src}
      alt={alt}
      width={1200}
      height={800}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailed(src)}
      className={clsx(shape, 'object-cover')}
    />
  );
}
