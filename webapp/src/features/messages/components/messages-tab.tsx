// The tab Messages: visitors' messages, newest first; new ones appear automatically (spec section 2).
import { useQuery } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { ListSearch } from '@/components/ui/list-search';
import { SelectField } from '@/components/ui/select';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { ErrorState } from '@/components/ui/state';
import { useListParams } from '@/hooks/use-list-params';
import { messagesQuery } from '../api/messages';
import { loadCode } from '@/lib/load-code';
import { overviewQuery } from '@/lib/overview';
import { useMessageActions } from '../hooks/use-message-actions';
import type { Message } from '@/lib/api-types';
import { Inbox } from './inbox';
import { MessageDeleteDialog } from './message-delete-dialog';
import { MessageDialog } from './message-dialog';

const EraseDialog = lazy(() => loadCode(() => import('./erase-dialog')));

const filters = [
  { value: '', label: 'All messages' },
  { value: 'unread', label: 'Unread' },
  { value: 'read', label: 'Read' },
];

export default function MessagesTab() {
  const { page, search, value, change } = useListParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = value('show') ?? '';
  const opened = Number(value('message')) || null;
  const [erasing, setErasing] = useState(false);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const counts = useQuery(overviewQuery).data?.messages;
  const list = useQuery(messagesQuery({ page, search, read: filter === 'read' ? true : filter === 'unread' ? false : undefined }));
  const { done, markRead, remove } = useMessageActions();

  /** The address of this list with a message opened over it, or none. */
  const address = (id: number | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('message');
    else next.set('message', String(id));
    return `?${next.toString()}`;
  };
  const close = () => void navigate(address(null), { replace: true, preventScrollReset: true });
  // The row or button that had the focus is gone with the message.
  const refocus = () => setTimeout(() => document.activeElement === document.body && heading.current?.focus({ preventScroll: true }));

  return (
    <section aria-labelledby="messages-title">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="messages-title" ref={heading} tabIndex={-1} className="text-h5 outline-none">
            Messages
          </h2>
          <dl className="mt-2 flex gap-6 text-small tabular-nums">
            <Count name="Unread" n={counts?.unread} />
            <Count name="Read" n={counts?.read} />
          </dl>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <SelectField
            label="Show"
            hideLabel
            options={filters}
            value={filter}
            onChange={(e) => change({ show: e.target.value })}
            className="max-sm:w-full sm:w-44"
          />
          <ListSearch label="Search messages" value={search} onSearch={(term) => change({ search: term }, { replace: true })} />
          <Button variant="plain" className="max-sm:w-full" onClick={() => setErasing(true)}>
            <UserRoundX aria-hidden strokeWidth={1.75} className="size-4" />
            Erase a person…
          </Button>
        </div>
      </div>
      <div className="mt-5">
        {list.data ? (
          <Inbox
            data={list.data}
            view={list.isPlaceholderData ? undefined : JSON.stringify([page, search, filter])}
            page={page}
            narrowed={search !== '' || filter !== ''}
            stale={list.isError}
            busy={opened !== null || deleting !== null || erasing}
            done={done}
            to={address}
            onPage={(to, options) => change({ page: String(to) }, options)}
            onShowAll={() => change({ search: undefined, show: undefined })}
            onMarkRead={markRead}
            onDelete={setDeleting}
          />
        ) : list.isError ? (
          <ErrorState what="The messages" retry={() => void list.refetch()} />
        ) : (
          <RowSkeletons label="Loading messages..." />
        )}
      </div>
      {opened === null || done.deleted.has(opened) ? null : (
        <MessageDialog
          key={opened}
          id={opened}
          known={list.data?.items.find((m) => m.id === opened)}
          markedRead={done.read.has(opened)}
          onClose={close}
          onMarkRead={markRead}
          onDelete={setDeleting}
        />
      )}
      {erasing ? (
        <Suspense>
          <EraseDialog onClose={() => setErasing(false)} />
        </Suspense>
      ) : null}
      {deleting ? (
        <MessageDeleteDialog
          message={deleting}
          onCancel={() => setDeleting(null)}
          onConfirm={() => {
            remove(deleting);
            setDeleting(null);
            if (opened !== null) close();
            refocus();
          }}
        />
      ) : null}
    </section>
  );
}

function Count({ name, n }: { name: string; n: number | undefined }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{n ?? '–'}</dd>
    </div>
  );
}
