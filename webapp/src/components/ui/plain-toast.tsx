// A toast without its code: the words, announced, for as long as toasts stay.
import { useEffect } from 'react';
import type { ToasterProps } from './toaster';

export function PlainToast({ toast, duration, onDismiss }: ToasterProps) {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onDismiss, toast.duration ?? duration, toast.id);
    return () => clearTimeout(timer);
  }, [toast, duration, onDismiss]);
  return (
    <div role="alert" className="fixed right-0 bottom-0 z-50 [html:has([role=dialog])_&]:bottom-24 p-4">
      {toast ? (
        <p className="rounded-sm border border-control bg-raised px-4 py-3 text-small">
          <strong>{toast.title}</strong> {toast.description}{' '}
          {toast.action ? (
            <button type="button" className="text-link" onClick={toast.action.run}>
              {toast.action.label}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
