// A replaced picture in the history: when, the old one and the new one, and its proof.
import type { Version } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { timeOfDay } from '@/lib/moment';
import { Proof } from '@/components/proof/proof';
import { PictureSides } from '@/components/corrections/picture-sides';
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
        {withheld ? <WithheldReason {...withheld} /> : <PictureSides entry={entry} />}
        <div className="mt-4">
          <Proof position={position} />
        </div>
      </div>
    </li>
  );
}
