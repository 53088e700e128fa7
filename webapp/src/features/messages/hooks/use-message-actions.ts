// Mark as read and delete. Both show at once what they will bring about, and take it back if the server refuses.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from '@/lib/api-client';
import { showToast } from '@/stores/toasts';
import { expectCounts, refreshInbox } from '../api/overview';
import type { Message } from '@/lib/api-types';

/** Changes made here that the lists may not have yet: a poll that was under way must not revert them. */
interface Done {
  read: ReadonlySet<number>;
  deleted: ReadonlySet<number>;
}

const having = (set: ReadonlySet<number>, id: number) => new Set(set).add(id);
const lacking = (set: ReadonlySet<number>, id: number) => new Set([...set].filter((other) => other !== id));

export interface MessageActions {
  done: Done;
  markRead: (m: Message) => void;
  remove: (m: Message) => void;
}

export function useMessageActions(): MessageActions {
  const client = useQueryClient();
  const [done, setDone] = useState<Done>({ read: new Set(), deleted: new Set() });
  const failed = (what: string) => showToast({ variant: 'destructive', title: 'Error', description: `${what} Please try again.` });

  const markRead = useMutation({
    mutationFn: (m: Message) => api.patch<Message>(`/api/contact-messages/${m.id}/read`, undefined),
    onMutate: (m) => {
      setDone((d) => ({ ...d, read: having(d.read, m.id) }));
      return expectCounts(client, -1, 1);
    },
    onSuccess: () => showToast({ title: 'Message marked as read' }),
    onError: (_, m, takeBack) => {
      setDone((d) => ({ ...d, read: lacking(d.read, m.id) }));
      takeBack?.();
      failed('The message could not be marked as read.');
    },
    onSettled: () => refreshInbox(client),
  });

  const remove = useMutation({
    mutationFn: (m: Message) =>
      api.delete(`/api/contact-messages/${m.id}`).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // somebody else deleted it: it is gone, as asked
      }),
    onMutate: (m) => {
      setDone((d) => ({ ...d, deleted: having(d.deleted, m.id) }));
      return expectCounts(client, m.isRead ? 0 : -1, m.isRead ? -1 : 0);
    },
    onSuccess: (_, m) => {
      client.removeQueries({ queryKey: ['admin', 'messages', m.id] });
      showToast({ title: 'Message deleted' });
    },
    onError: (_, m, takeBack) => {
      setDone((d) => ({ ...d, deleted: lacking(d.deleted, m.id) }));
      takeBack?.();
      failed('The message could not be deleted.');
    },
    onSettled: () => refreshInbox(client),
  });

  return { done, markRead: (m) => markRead.mutate(m), remove: (m) => remove.mutate(m) };
}
