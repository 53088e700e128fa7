// What stands in the place of a picture that was removed for good.
import { clsx } from 'clsx';
import { formatDate } from '@/lib/format';

export function RemovedPicture({ at, className }: { at: string; className?: string | undefined }) {
  return (
    <div
      className={clsx(
        'grid aspect-3/2 w-full place-items-center rounded-sm border border-dashed border-control bg-sunken p-4 text-center text-small text-secondary',
        className,
      )}
    >
      <p>
        Picture removed, <time dateTime={at}>{formatDate(at)}</time>
      </p>
    </div>
  );
}
