// The inbox as a table; on a phone each row stacks. Roles are written out, because a stacked table has none of its own.
import { clsx } from 'clsx';
import { Eye, MailCheck, Trash2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonLook } from '@/components/ui/button';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Message } from '@/lib/api-types';

interface Props {
  rows: Message[];
  isNew: (id: number) => boolean;
  /** The address that shows a message. */
  to: (id: number) => string;
  onMarkRead: (m: Message) => void;
  onDelete: (m: Message) => void;
  ref: Ref<HTMLTableElement>;
}

const columns = [
  { name: 'Status', width: 'lg:w-24' },
  { name: 'Name', width: 'lg:w-[17%]' },
  { name: 'Email', width: 'lg:w-[20%]' },
  { name: 'Subject', width: '' },
  { name: 'Date', width: 'lg:w-32' },
  { name: 'Actions', width: 'lg:w-36' },
];

export function MessagesTable({ rows, ref, ...rest }: Props) {
  return (
    <table
      ref={ref}
      role="table"
      aria-label="Contact messages"
      className="w-full border-b border-rule text-small max-lg:block lg:table-fixed"
    >
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-y border-rule text-left">
          {columns.map(({ name, width }) => (
            <th key={name} role="columnheader" scope="col" className={clsx('h-9 px-3 font-semibold text-muted last:text-right', width)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:block">
        {rows.map((m) => (
          <MessageRow key={m.id} m={m} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function MessageRow({ m, isNew, to, onMarkRead, onDelete }: { m: Message } & Omit<Props, 'rows' | 'ref'>) {
  return (
    <tr
      role="row"
      data-unread={m.isRead ? undefined : ''}
      className={clsx(
        'border-t border-rule transition-colors duration-[2500ms] first:border-t-0 max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-3 max-lg:py-3',
        m.isRead ? 'text-secondary' : 'bg-accent/6 text-primary',
        isNew(m.id) && 'starting:bg-accent/30',
      )}
    >
      <Cell className="max-lg:order-1">
        <Status tone={m.isRead ? 'plain' : 'warn'}>{m.isRead ? 'Read' : 'Unread'}</Status>
      </Cell>
      <Cell className="max-lg:order-4 max-lg:col-span-2 lg:truncate" title={m.name}>
        <span className="max-lg:line-clamp-2">{m.name}</span>
      </Cell>
      <Cell className="max-lg:order-5 max-lg:col-span-2 max-lg:text-muted lg:truncate" title={m.email}>
        <span className="max-lg:line-clamp-2">{m.email}</span>
      </Cell>
      <Cell className="max-lg:order-3 max-lg:col-span-2 lg:truncate" title={m.subject}>
        <Link
          to={to(m.id)}
          preventScrollReset
          data-focus-after={m.id}
          className={clsx('hover:underline max-lg:line-clamp-3', m.isRead ? '' : 'font-semibold')}
        >
          {m.subject}
        </Link>
      </Cell>
      <Cell className="text-muted tabular-nums max-lg:order-2 max-lg:text-right lg:whitespace-nowrap">
        <TimeAgo iso={m.createdAt} />
      </Cell>
      <Cell className="max-lg:order-6 max-lg:col-span-2 lg:text-right">
        <span className="inline-flex gap-1 max-lg:-ml-2">
          <Link
            data-tip="View"
            to={to(m.id)}
            preventScrollReset
            aria-label={`View message from ${m.name}`}
            className={buttonLook({ variant: 'quiet', shape: 'icon', size: 'small', className: 'lg:w-9' })}
          >
            <Eye aria-hidden strokeWidth={1.75} className="size-4" />
          </Link>
          {m.isRead ? null : (
            <Button
              data-tip="Mark Read"
              variant="quiet"
              shape="icon"
              size="small"
              className="lg:w-9"
              aria-label={`Mark Read: message from ${m.name}`}
              onClick={() => onMarkRead(m)}
            >
              <MailCheck aria-hidden strokeWidth={1.75} className="size-4" />
            </Button>
          )}
          <Button
            data-tip="Delete"
            variant="quiet"
            shape="icon"
            size="small"
            className="lg:w-9"
            aria-label={`Delete message from ${m.name}`}
            onClick={() => onDelete(m)}
          >
            <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
          </Button>
        </span>
      </Cell>
    </tr>
  );
}

function Cell({ className, title, children }: { className?: string; title?: string; children: ReactNode }) {
  return (
    <td role="cell" title={title} className={clsx('min-w-0 lg:h-10 lg:px-3 max-lg:p-0', className)}>
      {children}
    </td>
  );
}
