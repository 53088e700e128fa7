// What stands in place of a version that the owner withholds.
import type { Version } from '@/lib/api-types';
import { formatDate } from '@/lib/format';

export function WithheldReason({ reason, at }: NonNullable<Version['withheld']>) {
  return (
    <p className="mt-2 max-w-measure">
      This version is no longer shown. The reason: <q className="whitespace-pre-line">{reason}</q>{' '}
      <span className="text-muted">
        Withheld <time dateTime={at}>{formatDate(at)}</time>.
      </span>
    </p>
  );
}
