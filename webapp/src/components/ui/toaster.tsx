// Shows the toast of the moment: in the corner, or in the dialog on top. Loaded with the first toast, not before.
import * as Radix from '@radix-ui/react-toast';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useNoticeSlot } from '@/hooks/use-notice-slot';

export interface ToasterProps {
  toast: {
    id: number;
    variant: 'default' | 'destructive';
    title: string;
    description?: string | undefined;
    link?: { label: string; run: () => void } | undefined;
    action?: { label: string; run: () => void } | undefined;
    duration?: number | undefined;
  } | null;
  /** In milliseconds, of a toast that says nothing else. */
  duration: number;
  onDismiss: (id: number) => void;
}

export default function Toaster({ toast, duration, onDismiss }: ToasterProps) {
  const slot = useNoticeSlot();
  const viewport = (
    <Radix.Viewport data-noprint className={slot ? undefined : 'fixed right-0 bottom-(--toasts-above,0) z-50 w-96 max-w-full p-4'} />
  );
  return (
    <Radix.Provider duration={duration} label="Notification">
      {toast ? (
        <Radix.Root
          key={toast.id}
          duration={toast.duration ?? duration}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          data-variant={toast.variant}
          onOpenChange={(open) => {
            if (!open) onDismiss(toast.id);
          }}
          className={clsx(
            slot && 'my-3',
            'relative rounded-sm border bg-raised py-3 pr-11 pl-4 shadow-raised motion-safe:animate-[appear_160ms_var(--ease-out)]',
            toast.variant === 'destructive' ? 'border-danger' : 'border-rule-strong',
          )}
        >
          <Radix.Title className={clsx('text-small font-semibold', toast.variant === 'destructive' && 'text-danger')}>
            {toast.title}
          </Radix.Title>
          {toast.description ? (
            <Radix.Description className="mt-0.5 text-small text-secondary">
              {toast.description}{' '}
              {toast.link ? (
                <Radix.Action
                  altText={toast.link.label}
                  onClick={toast.link.run}
                  className="font-semibold text-link underline pointer-coarse:min-h-control"
                >
                  {toast.link.label}
                </Radix.Action>
              ) : null}
            </Radix.Description>
          ) : null}
          {toast.action ? (
            <Radix.Action
              altText={toast.action.label}
              onClick={toast.action.run}
              className="mt-2 min-h-9 rounded-sm border border-control px-3 text-small font-semibold hover:border-primary pointer-coarse:min-h-control"
            >
              {toast.action.label}
            </Radix.Action>
          ) : null}
          <Radix.Close
            aria-label="Dismiss"
            className="absolute top-1.5 right-1.5 grid size-8 place-items-center text-muted hover:text-primary"
          >
            <X aria-hidden strokeWidth={1.75} className="size-4" />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      {slot ? createPortal(viewport, slot) : viewport}
    </Radix.Provider>
  );
}
