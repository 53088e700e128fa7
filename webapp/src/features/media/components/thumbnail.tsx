// A picture of the library in a small frame, whole rather than cropped.
import { clsx } from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { renditionOf, type LibraryPicture } from '@/lib/media';

interface Props {
  picture: Pick<LibraryPicture, 'id' | 'url' | 'width' | 'animated' | 'removedAt'>;
  className?: string;
}

/** The width that is asked for, in pixels; a frame is at most half of it wide. */
const width = 480;

/** The name beside it says what it is, so it has no alternative text. */
export function Thumbnail({ picture, className }: Props) {
  const [failed, setFailed] = useState(false);
  const frame = clsx('grid place-items-center overflow-hidden rounded-sm bg-sunken', className);
  if (failed || picture.removedAt !== null) {
    return (
      <div className={frame} data-picture="none">
        <ImageOff aria-hidden strokeWidth={1.75} className="size-6 text-muted" />
      </div>
    );
  }
  return (
    <div className={frame}>
      <img
        src={renditionOf(picture, width)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
        className="size-full object-contain"
      />
    </div>
  );
}
