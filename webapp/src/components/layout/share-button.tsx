// Shares the page: by the device's own sheet where it has one, else by copying the link.
import { Share2 } from 'lucide-react';
import { showToast } from '@/stores/toasts';

/** @param address the path and query of what is shared; this page without its query by default */
export function ShareButton({ title, address }: { title: string; address?: string }) {
  const share = async () => {
    const url = location.origin + (address ?? location.pathname);
    if (typeof navigator.share === 'function') {
      // Rejects when the reader closes the sheet: nothing else is to do.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast({ title: 'Link Copied', description: 'The link is on your clipboard.' });
    } catch {
      showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
    }
  };
  return (
    <button
      type="button"
      data-needs-script
      data-noprint
      onClick={() => void share()}
      className="inline-flex min-h-6 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
    >
      <Share2 aria-hidden strokeWidth={1.75} className="size-4" />
      Share
    </button>
  );
}
