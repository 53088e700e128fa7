// Counts, largest first, each with a bar in proportion to the first.
import { formatCount } from '@/lib/intl';
import { useId, type CSSProperties } from 'react';

interface Ranked {
  key: string;
  name: string;
  /** Stands below the name. */
  detail?: string;
  count: number;
}

interface Props {
  title: string;
  /** Undefined while they are loaded. */
  entries: readonly Ranked[] | undefined;
  /** The unit: 'view'. */
  noun: string;
  empty: string;
}

export function RankedList({ title, entries, noun, empty }: Props) {
  const id = useId();
  const most = Math.max(1, ...(entries ?? []).map((e) => e.count));
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-sans text-small font-semibold tracking-normal">
        {title}
      </h3>
      {entries === undefined ? (
        <div className="mt-2 space-y-1 border-t border-rule pt-2" data-skeleton="list">
          {['w-full', 'w-2/3', 'w-1/2', 'w-1/4'].map((width) => (
            <div key={width} className={`h-7 skeleton ${width}`} />
          ))}
        </div>
      ) : entries.length === 0 ? (
        <p className="mt-2 border-t border-rule py-3 text-small text-muted">{empty}</p>
      ) : (
        <ol aria-labelledby={id} className="mt-2 border-t border-rule pt-1 text-small">
          {entries.map((e) => (
            <li key={e.key} className="relative mt-1 flex items-baseline gap-4 px-2 py-1">
              <span
                aria-hidden
                className="absolute inset-y-0 left-0 w-(--share) rounded-[2px] bg-accent/10"
                style={{ '--share': `${(100 * e.count) / most}%` } as CSSProperties}
              />
              <span className="relative min-w-0 grow">
                <span title={e.name} className="line-clamp-2">
                  {e.name}
                </span>
                {e.detail ? (
                  <span title={e.detail} className="block truncate text-caption text-secondary">
                    {e.detail}
                  </span>
                ) : null}
              </span>
              <span className="relative shrink-0 tabular-nums">
                {formatCount(e.count)}
                <span className="sr-only">
                  {' '}
                  {noun}
                  {e.count === 1 ? '' : 's'}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
