// Says that the server can't be reached, while what can't be fetched is tried again, or that this page is older than the server's.
import { createPortal } from 'react-dom';
import { Button } from '@/components/ui/button';
import { useNoticeSlot } from '@/hooks/use-notice-slot';
import { retryNow, useConnection } from '@/stores/connection';

const corner = 'fixed z-50 max-sm:inset-x-0 max-sm:top-header sm:bottom-0 sm:left-0 sm:w-112 p-4';

export function ConnectionNotice() {
  const { waiting, needsReload } = useConnection();
  const slot = useNoticeSlot();
  if (waiting === 0) return null;
  const [title, text] = needsReload
    ? [
        needsReload === 'updated' ? 'The site has been updated' : 'Part of this page did not load',
        'Save what you are working on, then reload the page to go on.',
      ]
    : navigator.onLine
      ? ["You're offline, or the server can't be reached", 'This continues automatically once the connection is back.']
      : ["You're offline", "This continues automatically once you're back online."];
  const notice = (
    <div role="alert" className={slot ? 'my-3' : corner}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm border border-rule-strong bg-raised px-4 py-3 text-small text-primary shadow-raised">
        <p>
          <strong className="font-semibold">{title}</strong>
          <br />
          <span className="text-secondary">{text}</span>
        </p>
        <Button variant="plain" size="small" onClick={needsReload ? () => location.reload() : retryNow}>
          {needsReload ? 'Reload' : 'Try again'}
        </Button>
      </div>
    </div>
  );
  return slot ? createPortal(notice, slot) : notice;
}
