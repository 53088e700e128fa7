// A replaced picture in the history: when, the old one and the new one, and its proof.
import type { Version } from '@/lib/api-types';
import { RemovedPicture } from '@/components/ui/removed-picture';
import { formatDate } from '@/lib/format';
import { timeOfDay } from '@/lib/moment';
import { Proof } from '@/components/proof/proof';
import { WithheldReason } from '@/components/corrections/withheld-reason';

export function PictureEntry({ entry }: { entry: Version }) {
  const { at, label, position, withheld } = entry;
  return (
    <li id={`picture-${position}`} className="grid gap-x-12 gap-y-3 border-t border-rule py-8 lg:grid-cols-12">
      <p className="flex flex-wrap items-baseline gap-x-3 text-small text-muted lg:col-span-3 lg:block lg:pt-1">
        <time dateTime={at} className="font-semibold text-primary lg:block">
          {formatDate(at)}
        </time>
        <span className="tabular-nums lg:block">{timeOfDay(at)}</span>
      </p>
      <div className="max-w-3xl min-w-0 lg:col-span-9">
        <h2 className="text-h5">{label}</h2>
        {withheld ? (
          <WithheldReason {...withheld} />
        ) : (
          <div className="mt-3 grid grid-cols-2 gap-4 text-small">
            <Side name="Before" address={entry.from} alt={entry.fromAlt} removedAt={entry.fromRemovedAt} />
            <Side name="After" address={entry.to} alt={entry.toAlt} removedAt={entry.toRemovedAt} />
          </div>
        )}
        <div className="mt-4">
          <Proof position={position} />
        </div>
      </div>
    </li>
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
        <a href={address} target="_blank" rel="noopener" aria-label={`${name}${alt ? `: ${alt}` : ''}, opens in a new tab`} className="block">
          <img src={address} alt={alt ?? ''} loading="lazy" decoding="async" className="aspect-3/2 w-full rounded-sm bg-sunken object-contain" />
        </a>
      ) : removedAt ? (
        <RemovedPicture at={removedAt} />
      ) : (
        <p className="grid aspect-3/2 w-full place-items-center rounded-sm border border-dashed border-control bg-sunken p-4 text-center text-secondary">No longer shown</p>
      )}
    </figure>
  );
}
