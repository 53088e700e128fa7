// A page of the inbox. Its rows stay where they are while somebody reads or works on one.
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Pager } from '@/components/ui/pager';
import { EmptyState } from '@/components/ui/state';
import { useFocusWithin } from '@/hooks/use-focus-within';
import type { Page } from '@/lib/api-client';
import { pageSize } from '../api/messages';
import { useCalmList } from '../hooks/use-calm-list';
import type { MessageActions } from '../hooks/use-message-actions';
import type { Message } from '@/lib/api-types';
import { MessagesTable } from './messages-table';

interface Props {
  data: Page<Message>;
  /** Names what is listed; undefined while that is being loaded. */
  view: string | undefined;
  page: number;
  /** A filter or a search is on. */
  narrowed: boolean;
  /** The last time of asking failed: what is shown is from before. */
  stale: boolean;
  /** A dialog is open over the list. */
  busy: boolean;
  done: MessageActions['done'];
  to: (id: number) => string;
  onPage: (page: number, options?: { replace: boolean }) => void;
  onShowAll: () => void;
  onMarkRead: (m: Message) => void;
  onDelete: (m: Message) => void;
}

export function Inbox({ data, view, page, narrowed, stale, busy, done, to, onPage, onShowAll, onMarkRead, onDelete }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const focused = useFocusWithin(table);
  const calm = useCalmList(data.items, view, busy || focused);
  const rows = calm.rows.filter((m) => !done.deleted.has(m.id)).map((m) => (done.read.has(m.id) && !m.isRead ? { ...m, isRead: true } : m));
  const pages = Math.max(1, Math.ceil(data.total / pageSize));
  const waiting = page === 1 ? calm.waiting : 0;

  // The last message of the last page was deleted, or an address asks for too much.
  const beyond = page > pages;
  useEffect(() => {
    if (beyond) onPage(pages, { replace: true });
  });

  const markRead = (m: Message) => {
    table.current?.querySelector<HTMLElement>(`[data-focus-after="${m.id}"]`)?.focus({ preventScroll: true }); // its button goes away
    onMarkRead(m);
  };

  if (data.total === 0) {
    return narrowed ? (
      <EmptyState
        title="No messages found"
        action={
          <Button variant="plain" onClick={onShowAll}>
            Show all messages
          </Button>
        }
      >
        <p>No messages match your search and filter.</p>
      </EmptyState>
    ) : (
      <EmptyState title="No contact messages yet">
        <p>Messages from the contact form appear here.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-small empty:hidden">
        {waiting > 0 ? (
          <Button variant="plain" size="small" className="mb-3" onClick={calm.release}>
            Show {waiting} new {waiting === 1 ? 'message' : 'messages'}
          </Button>
        ) : stale ? (
          <span className="mb-3 block text-danger">The inbox could not be refreshed. It may be out of date. Retrying automatically.</span>
        ) : null}
      </p>
      <MessagesTable
        ref={table}
        rows={rows}
        isNew={(id) => page === 1 && calm.isNew(id)}
        to={to}
        onMarkRead={markRead}
        onDelete={onDelete}
      />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <p className="text-small text-muted tabular-nums">
          {data.total} {data.total === 1 ? 'message' : 'messages'}
          {pages > 1 ? ` · page ${Math.min(page, pages)} of ${pages}` : ''}
        </p>
        <Pager page={Math.min(page, pages)} pages={pages} onPage={onPage} label="Pages of messages" />
      </div>
    </>
  );
}
