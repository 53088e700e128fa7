// One message, whole, and what can be done with it. Opening it does not mark it as read: that is the admin's word.
import { useQuery } from '@tanstack/react-query';
import { Mail, MailCheck, Trash2 } from 'lucide-react';
import { Button, buttonLook } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/state';
import { Status } from '@/components/ui/status';
import { fullDate } from '@/components/ui/time-ago';
import { ApiError } from '@/lib/api-client';
import { messageQuery } from '../api/message';
import { replyLink } from '../reply';
import type { Message } from '@/lib/api-types';

interface Props {
  id: number;
  /** The list's copy, shown until the message is loaded. */
  known: Message | undefined;
  /** It was marked as read here. */
  markedRead: boolean;
  onClose: () => void;
  onMarkRead: (m: Message) => void;
  onDelete: (m: Message) => void;
}

export function MessageDialog({ id, known, markedRead, onClose, onMarkRead, onDelete }: Props) {
  const query = useQuery({ ...messageQuery(id), ...(known ? { placeholderData: known } : {}) });
  const missing = query.error instanceof ApiError && query.error.status === 404;
  const m = missing ? undefined : query.data;
  const read = m !== undefined && (m.isRead || markedRead);

  const footer = m ? (
    <>
      <Button variant="plain" className="sm:mr-auto" onClick={() => onDelete(m)}>
        <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
        Delete
      </Button>
      {read ? null : (
        <Button variant="plain" onClick={() => onMarkRead(m)}>
          <MailCheck aria-hidden strokeWidth={1.75} className="size-4" />
          Mark as Read
        </Button>
      )}
      <a href={replyLink(m)} className={buttonLook()}>
        <Mail aria-hidden strokeWidth={1.75} className="size-4" />
        Reply via Email
      </a>
    </>
  ) : null;

  return (
    <Dialog open onOpenChange={onClose} title={m ? `Message from ${m.name}` : 'Message'} size="large" footer={footer}>
      {m ? (
        <>
          <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-[5rem_1fr]">
            <Fact name="Status">
              <Status tone={read ? 'plain' : 'warn'}>{read ? 'Read' : 'Unread'}</Status>
            </Fact>
            <Fact name="Email">{m.email}</Fact>
            <Fact name="Received">
              <time dateTime={m.createdAt}>{fullDate(m.createdAt)}</time>
            </Fact>
            <Fact name="Subject">
              <strong className="font-semibold">{m.subject}</strong>
            </Fact>
          </dl>
          {/* It takes the focus, so that a long one can be scrolled by keyboard. */}
          <div role="group" aria-label="Message" tabIndex={0} className="mt-5 border-t border-rule pt-5">
            <p className="max-w-measure whitespace-pre-wrap">{m.message}</p>
          </div>
        </>
      ) : missing ? (
        <p className="text-secondary">This message no longer exists. It may have been deleted in another window.</p>
      ) : query.isError ? (
        <ErrorState what="The message" retry={() => void query.refetch()} />
      ) : (
        <p role="status" className="text-muted">
          Loading message...
        </p>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 max-sm:mb-2">{children}</dd>
    </div>
  );
}
