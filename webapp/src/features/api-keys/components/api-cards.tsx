import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { statusQuery } from '../api/status';
import type { Key } from '@/lib/api-types';
import { keyState } from '../types';

/** Requests per hour and key (spec section 9). */
const hourlyLimit = 1000;

/** How many keys work, whether the API serves, and how much a key may ask of it. */
export function ApiCards({ keys, now }: { keys: Key[] | undefined; now: number }) {
  const status = useQuery(statusQuery);
  const online = status.isSuccess;
  const active = keys?.filter((k) => keyState(k, now) === 'active').length;
  return (
    <dl className="mt-6 grid border-y border-rule max-sm:divide-y max-sm:divide-rule sm:grid-cols-3 sm:divide-x sm:divide-rule">
      <Card name="Active API Keys">{active ?? '–'}</Card>
      <Card name="API Status" note={status.isError ? 'The server is not ready.' : undefined}>
        <span className="inline-flex items-center gap-3" role="status">
          <span
            aria-hidden
            className={clsx(
              'size-2.5 rounded-full forced-color-adjust-none',
              status.isPending ? 'bg-rule-strong' : online ? 'bg-success' : 'bg-danger',
            )}
          />
          {status.isPending ? 'Checking...' : online ? 'Online' : 'Offline'}
        </span>
      </Card>
      <Card name="Rate Limit" note="Per key. Each item of a bulk request counts as one.">
        {hourlyLimit} <span className="font-sans text-small font-normal text-secondary">requests/hour</span>
      </Card>
    </dl>
  );
}

function Card({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="py-4 sm:px-5 sm:first:pl-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-1 font-serif text-h4 font-medium tabular-nums">{children}</dd>
      {note ? <dd className="mt-1 text-caption text-muted">{note}</dd> : null}
    </div>
  );
}
