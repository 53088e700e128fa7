// The pictures to choose from, as tiles that are pressed or not.
import { clsx } from 'clsx';
import { Check, TriangleAlert } from 'lucide-react';
import { renditionOf, type LibraryPicture } from '@/lib/media';
import { pictureName } from './picture-texts';

const columns = 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4';

interface Props {
  pictures: readonly LibraryPicture[];
  chosen: readonly LibraryPicture[];
  /** Whether the chosen ones are numbered. */
  several: boolean;
  onToggle: (picture: LibraryPicture) => void;
}

export function PickerGrid({ pictures, chosen, several, onToggle }: Props) {
  return (
    <ul aria-label="Images" className={columns}>
      {pictures.map((picture) => {
        const place = chosen.findIndex(({ id }) => id === picture.id) + 1;
        return (
          <li key={picture.id} className="min-w-0">
            <Tile picture={picture} place={place} several={several} onToggle={() => onToggle(picture)} />
          </li>
        );
      })}
    </ul>
  );
}

function Tile({ picture, place, several, onToggle }: { picture: LibraryPicture; place: number; several: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={place > 0}
      onClick={onToggle}
      className={clsx(
        'relative block w-full rounded-sm border p-1 text-left text-caption',
        place > 0 ? 'border-accent outline-1 outline-accent' : 'border-rule hover:border-primary',
      )}
    >
      <span className="block aspect-4/3 overflow-hidden rounded-sm bg-sunken">
        <img
          src={renditionOf(picture, 400)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full object-contain"
        />
      </span>
      <span className="mt-1 block truncate px-0.5 font-semibold">{pictureName(picture)}</span>
      <span className="block truncate px-0.5 text-secondary">
        {picture.alt === '' ? (
          <>
            <TriangleAlert aria-hidden strokeWidth={1.75} className="mr-1 inline size-3.5 align-[-0.15em]" />
            No alt text
          </>
        ) : (
          picture.alt
        )}
      </span>
      {place > 0 ? (
        <span className="absolute top-2.5 right-2.5 grid size-6 place-items-center rounded-full bg-accent font-semibold text-on-accent tabular-nums">
          {several ? place : <Check aria-hidden strokeWidth={2.5} className="size-4" />}
        </span>
      ) : null}
    </button>
  );
}

export function PickerLoading() {
  return (
    <div role="status" aria-label="Loading images..." className={columns}>
      {Array.from({ length: 8 }, (_, i) => (
        <div key={i} className="aspect-4/3 skeleton" />
      ))}
    </div>
  );
}
