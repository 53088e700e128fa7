// Undo for one change of an item, as the properties of the toast that offers it.
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';
import type { ContentCalls, ContentItem } from '@/lib/content-calls';
import { showToast, type Toast } from '@/stores/toasts';

/** How long a toast with Undo stays, in milliseconds. */
const undoFor = 10_000;

/** Returns a toast's Undo. It adds a change that restores the item as it was, unless someone else has changed it since. */
export function undoing<Item extends ContentItem, Body>(
  client: QueryClient,
  calls: ContentCalls<Item, Body>,
  before: Pick<ContentItem, 'id' | 'revision'>,
  after: ContentItem,
): Pick<Toast, 'action' | 'duration'> {
  const run = async () => {
    try {
      await calls.restoreTo(before.id, before.revision, { state: true, schedule: true, ifMatch: after.revision });
      showToast({ title: 'Change undone', description: after.title });
    } catch (error) {
      const changed = error instanceof ApiError && error.status === 412;
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: changed
          ? `“${after.title}” was changed again in the meantime. You can restore an earlier version from its history.`
          : `The change to “${after.title}” could not be undone. Please try again.`,
      });
    }
    void calls.invalidate(client);
  };
  return { duration: undoFor, action: { label: 'Undo', run: () => void run() } };
}
