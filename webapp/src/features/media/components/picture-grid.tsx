// The pictures of the library, each a link to its details.
import { Link, type To } from 'react-router-dom';
import { pictureName } from '@/components/media/picture-texts';
import { Status } from '@/components/ui/status';
import type { LibraryPicture } from '@/lib/media';
import { openedFromLibrary } from '../use-picture-address';
import { usedIn } from '../words';
import { Thumbnail } from './thumbnail';

const grid = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6';

interface Props {
  pictures: readonly LibraryPicture[];
  /** Returns the address of a picture's details. */
  to: (id: string) => To;
}

export function PictureGrid({ pictures, to }: Props) {
  return (
    <ul aria-label="Images" className={grid}>
      {pictures.map((picture) => (
        <li key={picture.id} className="group relative min-w-0">
          <Thumbnail picture={picture} className="aspect-3/2 w-full transition-opacity group-hover:opacity-90" />
          <p className="mt-2 line-clamp-2 text-small font-semibold [overflow-wrap:anywhere]">
            {/* The link covers the whole card. */}
            <Link to={to(picture.id)} state={openedFromLibrary} className="after:absolute after:inset-0 hover:underline">
              {pictureName(picture)}
            </Link>
          </p>
          <p className="text-caption text-muted">{usedIn(picture.uses)}</p>
          <p className="flex flex-wrap gap-x-3">
            {picture.removedAt === null && picture.alt === '' ? <Status tone="warn">No alt text</Status> : null}
            {picture.copies.status === 'failed' ? <Status tone="warn">No smaller copies</Status> : null}
            {picture.removedAt === null ? null : <Status tone="plain">{picture.allowed ? 'Can be uploaded again' : 'Removed'}</Status>}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Places held while the pictures load, in their shape. */
export function GridSkeletons({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={`${grid} pt-14`}>
      {Array.from({ length: 12 }, (_, i) => (
        <div key={i} data-skeleton="picture">
          <div className="aspect-3/2 skeleton" />
          <div className="mt-2 h-4 w-3/4 skeleton" />
          <div className="mt-2 h-4 w-1/2 skeleton" />
        </div>
      ))}
    </div>
  );
}
