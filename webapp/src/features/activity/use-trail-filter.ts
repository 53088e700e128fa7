// The audit trail's filter, in the address, so that a reload or a shared link shows the same.
import { useListParams } from '@/hooks/use-list-params';
import { fromZone } from '@/lib/time-zone';
import type { TrailFilter } from './api/trail';

/** The names of the filters in the address. */
const names = ['actor', 'kind', 'type', 'item', 'request', 'from', 'to', 'search'] as const;

export type FilterName = (typeof names)[number];

/** A day in the site's zone, some days on, as a moment; undefined when it is no day. */
function startOf(day: string | undefined, later = 0): string | undefined {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, date + later));
  return Number.isNaN(midnight.getTime()) ? undefined : fromZone(midnight).toISOString();
}

export function useTrailFilter() {
  const { value, change } = useListParams();
  const values = Object.fromEntries(names.map((name) => [name, value(name)])) as Record<FilterName, string | undefined>;
  // One of several of a kind is 'bot:2'.
  const [actor, ...id] = (values.actor ?? '').split(':');
  const filter: TrailFilter = {
    ...values,
    actor: actor || undefined,
    actorId: id.join(':') || undefined,
    from: startOf(values.from),
    to: startOf(values.to, 1),
  };
  return {
    values,
    filter,
    narrowed: names.some((name) => values[name] !== undefined),
    narrow: (wish: Partial<Record<FilterName, string | undefined>>, options?: { replace?: boolean }) => change(wish, options),
    /** Only this, and nothing else. */
    only: (wish: Partial<Record<FilterName, string>>) => change({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...wish }),
  };
}
