// The last events as a table; on a phone each row stacks. Roles are written out, because a stacked table has none of its own.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { TimeAgo } from '@/components/ui/time-ago';
import { placeName } from '../names';
import type { RecentEvent } from '../types';

const columns = [
  { name: 'Event', width: 'md:w-32' },
  { name: 'Page', width: '' },
  { name: 'IP Address', width: 'md:w-44' },
  { name: 'Location', width: 'md:w-52' },
  { name: 'Time', width: 'md:w-36' },
];

export function ActivityTable({ events, labelledBy }: { events: readonly RecentEvent[]; labelledBy: string }) {
  return (
    <table role="table" aria-labelledby={labelledBy} className="w-full border-b border-rule text-small max-md:block md:table-fixed">
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-y border-rule text-left">
          {columns.map(({ name, width }) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={clsx('h-9 px-3 font-semibold text-muted first:pl-0 last:pr-0 last:text-right', width)}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block max-md:border-t max-md:border-rule">
        {events.map((e) => (
          <tr
            key={e.id}
            role="row"
            className="border-t border-rule first:border-t-0 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:py-2.5"
          >
            <Cell title={e.event} className="max-md:order-3 max-md:text-muted md:pl-0">
              <span className="line-clamp-1 break-all">{e.event}</span>
            </Cell>
            <Cell title={e.page} className="max-md:order-1 max-md:font-semibold">
              <span className="line-clamp-2 md:line-clamp-1 md:break-all">{e.page}</span>
            </Cell>
            <Cell className="text-secondary tabular-nums max-md:order-4 max-md:text-right">{e.ipAddress}</Cell>
            <Cell className="max-md:order-5 max-md:col-span-2 max-md:text-muted">{placeName(e.country, e.city)}</Cell>
            <Cell className="text-muted tabular-nums max-md:order-2 md:pr-0 md:text-right">
              <TimeAgo iso={e.createdAt} className="whitespace-nowrap" />
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ className, title, children }: { className?: string; title?: string; children: ReactNode }) {
  return (
    <td role="cell" title={title} className={clsx('min-w-0 md:h-9 md:px-3 max-md:p-0', className)}>
      {children}
    </td>
  );
}
