// A replaced picture: the old one and the new one, as far as readers may see them.
import { RemovedPicture } from '@/components/ui/removed-picture';
import type { Version } from '@/lib/api-types';

export function PictureSides({ entry }: { entry: Version }) {
  return (
    <div className="mt-3 grid grid-cols-2 gap-4 text-small">
      <Side name="Before" address={entry.from} alt={entry.fromAlt} removedAt={entry.fromRemovedAt} />
      <Side name="After" address={entry.to} alt={entry.toAlt} removedAt={entry.toRemovedAt} />
    </div>
  );
}

interface SideProps {
  name: string;
  address: string | null | undefined;
  alt: string | undefined;
  removedAt: string | null | undefined;
}

function Side({ name, address, alt, removedAt }: SideProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 font-semibold text-secondary">{name}</figcaption>
      {address ? (
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={`${name}${alt ? `: ${alt}` : ''}, opens in a new tab`}
          className="block"
        >
          <img
            src={address}
            alt={alt ?? ''}
            loading="lazy"
            decoding="async"
            className="aspect-3/2 w-full rounded-sm bg-sunken object-contain"
          />
        </a>
      ) : removedAt ? (
        <RemovedPicture at={removedAt} />
      ) : (
        <p className="grid aspect-3/2 w-full place-items-center rounded-sm border border-dashed border-control bg-sunken p-4 text-center text-secondary">
          No longer shown
        </p>
      )}
    </figure>
  );
}
