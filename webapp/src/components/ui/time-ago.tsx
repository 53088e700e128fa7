// A moment as how long ago it was (spec section 9), with the full date and time in the reader's zone for who points at it.
import { formatRelativeTime } from '@/lib/format';
import { useNow } from '@/hooks/use-now';
import { dateFormat } from '@/lib/intl';

const full = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

/** The full date and time, 'November 21, 2026 at 9:04 AM'; '' when iso is no date. */
export function fullDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : full.format(date);
}

export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullDate(iso)} className={className}>
      {formatRelativeTime(iso, now)}
    </time>
  );
}
