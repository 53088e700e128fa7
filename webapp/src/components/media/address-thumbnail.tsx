// A thumbnail of the picture at an address, or what stands in its place.
import { clsx } from 'clsx';
import { useState } from 'react';
import { renditionOf } from '@/lib/media';
import { shownPicture, type Known } from './use-stored-pictures';

interface Props {
  address: string;
  known: Known;
  alt?: string;
  className?: string;
}

export function AddressThumbnail({ address, known, alt = '', className }: Props) {
  const picture = shownPicture(known);
  const src = picture ? renditionOf(picture, 240) : known.state === 'elsewhere' && /^(https?:\/\/|\/(?!\/))/i.test(address) ? address : '';
  const [failed, setFailed] = useState('');
  return (
    <span
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-sm bg-sunken text-center text-caption text-muted',
        className,
      )}
    >
      {src !== '' && failed !== src ? (
        <img src={src} alt={alt} draggable={false} onError={() => setFailed(src)} className="size-full object-cover" />
      ) : (
        <span className="p-1">{address === '' ? 'No image' : known.state === 'loading' ? '' : 'Preview unavailable'}</span>
      )}
    </span>
  );
}
