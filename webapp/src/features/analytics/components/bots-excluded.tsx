// How many views the figures above don't count, because bots made them.
import { counted } from '@/lib/intl';

export function BotsExcluded({ views }: { views: number | undefined }) {
  return (
    <p className="mt-1 text-small text-muted tabular-nums">{views === undefined ? '\u00a0' : `${counted(views, 'bot view')} excluded`}</p>
  );
}
