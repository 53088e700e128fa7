// How people went about the site in a range of time, in four numbers.
import { formatScore } from '@/lib/format';
import { formatCount } from '@/lib/intl';
import { useId } from 'react';
import { durationName, percent } from '../names';
import type { Sessions } from '../types';

/** Undefined while they are loaded. */
export function SessionsCard({ sessions }: { sessions: Sessions | undefined }) {
  const id = useId();
  const text = (of: (s: Sessions) => string, known: (s: Sessions) => boolean) => (sessions && known(sessions) ? of(sessions) : '–');
  const some = (s: Sessions) => s.count > 0;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-sans text-small font-semibold tracking-normal">
        Sessions
      </h3>
      <dl className="mt-2 border-t border-rule pt-1 text-small tabular-nums">
        <Row
          name="Sessions"
          value={text(
            (s) => formatCount(s.count),
            () => true,
          )}
        />
        <Row name="Views per session" value={text((s) => formatScore(s.viewsPerSession), some)} />
        <Row name="Bounce rate" value={text((s) => percent(s.bounceShare), some)} />
        <Row
          name="Visit duration"
          value={text(
            (s) => durationName(s.seconds),
            (s) => s.count > s.bounces,
          )}
        />
      </dl>
    </section>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="mt-1 flex justify-between gap-4 py-1">
      <dt className="text-secondary">{name}</dt>
      <dd className="font-semibold whitespace-nowrap">{value}</dd>
    </div>
  );
}
