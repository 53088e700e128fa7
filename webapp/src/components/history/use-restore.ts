// Restores a revision of an item, as a new change, which can be undone.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';
import type { ContentCalls, ContentItem, Marking } from '@/lib/content-calls';
import { showToast } from '@/stores/toasts';
import { undoing } from './undo';

interface Wish {
  /** The revision to go back to. */
  to: number;
  /** The item's last revision, as the admin has seen it. */
  from: number;
  state: boolean;
  /** What the change is to readers; null: they aren't told. */
  marking: Marking | null;
}

export function useRestore<Item extends ContentItem, Body>(calls: ContentCalls<Item, Body>, id: number) {
  const client = useQueryClient();
  const restoring = useMutation({
    networkMode: 'always',
    mutationFn: ({ to, from, state, marking }: Wish) => calls.restoreTo(id, to, { state, ...marking, ifMatch: from }),
    onSuccess: (item, { from }) =>
      item.revision === from
        ? showToast({ title: 'Nothing to restore', description: 'The current version is identical.' })
        : showToast({ title: 'Revision restored', description: item.title, ...undoing(client, calls, { id, revision: from }, item) }),
    onError: (error) =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description:
          error instanceof ApiError && error.status === 412
            ? 'It was changed in the meantime. Check the newest revision, then restore again.'
            : 'The revision could not be restored. Please try again.',
      }),
    onSettled: () => calls.invalidate(client),
  });
  return {
    restore: (wish: Wish) =>
      restoring.mutateAsync(wish).then(
        () => true,
        () => false,
      ),
    busy: restoring.isPending,
  };
}
