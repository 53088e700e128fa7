// An undo on its way: choosing, running, done. When it fails on its way, running it again goes on where it stopped.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/lib/api-client';
import { showToast } from '@/stores/toasts';
import { carryOut, refreshAll, sizeOf, undoOfUndo, type Outcome, type Undo } from '../api/undo';

interface Undoing {
  run: (undo: Undo) => void;
  stage: 'choose' | 'running' | 'done';
  progress: readonly [number, number] | null;
  outcome: Outcome | undefined;
  /** Takes back what was done last; null where nothing was. */
  back: (() => void) | null;
}

export function useUndo(): Undoing {
  const client = useQueryClient();
  const [progress, setProgress] = useState<readonly [number, number] | null>(null);
  const mutation = useMutation({
    mutationFn: (undo: Undo) => {
      setProgress([0, sizeOf(undo)]);
      return carryOut(undo, (done, total) => setProgress([done, total]));
    },
    // Each part has its idempotency key: a second try does nothing twice.
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    onSuccess: ({ done }) => {
      const changed = done.filter((d) => d.changed).length;
      showToast({
        title: 'Changes Undone',
        description: `${changed} ${changed === 1 ? 'item is' : 'items are'} back to the earlier state.`,
      });
    },
    onError: () =>
      showToast({
        variant: 'destructive',
        title: 'Error',
        description: 'Some changes could not be undone. The list shows what is left; please try again.',
      }),
    onSettled: () => refreshAll(client),
  });
  const outcome = mutation.data;
  return {
    run: mutation.mutate,
    stage: mutation.isPending ? 'running' : outcome ? 'done' : 'choose',
    progress,
    outcome,
    back: outcome && outcome.changed.length > 0 ? () => mutation.mutate(undoOfUndo(outcome)) : null,
  };
}
