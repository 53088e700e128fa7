// A moment as how long ago it was (spec section 9), with the full date and time in the reader's zone for who points at it.
import { formatRelativeTime, months } from '@/lib/format';
import { useNow } from '@/hooks/use-now';

/**
 * The full date and time in the reader's zone, 'November 21, 2026 at 9:04 AM'; '' when iso is no date. Every row of a list has one, so it is written
 * out: Intl takes a slow phone a tenth of a second for the first.
 */
export function fullDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const hours = date.getHours();
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()} at ${hours % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullDate(iso)} className={className}>
      {formatRelativeTime(iso, now)}
    </time>
  );
}
