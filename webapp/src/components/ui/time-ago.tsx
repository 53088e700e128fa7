// A moment as how long ago it was (spec section 9), with the full date and time for who points at it.
import { formatDate, formatRelativeTime } from '@/lib/format';
import { clockTime } from '@/lib/short-date';
import { useNow } from '@/hooks/use-now';

/** The full date and time in the site's zone, 'November 21, 2026 at 9:04 AM'; '' when iso is no date. */
export function fullDate(iso: string): string {
  const date = formatDate(iso);
  return date && `${date} at ${clockTime(new Date(iso)).replace('\u00a0', ' ')}`;
}

export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullDate(iso)} className={className}>
      {formatRelativeTime(iso, now)}
    </time>
  );
}
