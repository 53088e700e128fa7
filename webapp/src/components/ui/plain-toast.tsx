// A toast without its code: the words, announced, for as long as toasts stay.
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNoticeSlot } from '@/hooks/use-notice-slot';
import type { ToasterProps } from './toaster';

export function PlainToast({ toast, duration, onDismiss }: ToasterProps) {
  const slot = useNoticeSlot();
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onDismiss, toast.duration ?? duration, toast.id);
    return () => clearTimeout(timer);
  }, [toast, duration, onDismiss]);
  const notice = (
    <div role="alert" data-noprint className={slot ? undefined : 'fixed right-0 bottom-(--toasts-above,0) z-50 p-4'}>
      {toast ? (
        <p className={clsx('rounded-sm border border-control bg-raised px-4 py-3 text-small', slot && 'my-3')}>
          <strong>{toast.title}</strong> {toast.description}{' '}
          {toast.link ? (
            <button type="button" className="mr-2 text-link" onClick={toast.link.run}>
              {toast.link.label}
            </button>
          ) : null}
          {toast.action ? (
            <button type="button" className="text-link" onClick={toast.action.run}>
              {toast.action.label}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
  return slot ? createPortal(notice, slot) : notice;
}
