// The preview links of an item, in the side panel: made, copied and withdrawn here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Link2, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { PreviewLink } from '@/lib/api-types';
import { ApiError } from '@/lib/api-client';
import { shortDay } from '@/lib/short-date';
import type { PreviewCalls } from '@/lib/preview-calls';
import { showToast } from '@/stores/toasts';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

interface Props {
  noun: string;
  /** Null for a new item, which has no address yet. */
  calls: PreviewCalls | null;
  /** Saves what was typed, so that the link shows it. */
  save: () => Promise<boolean>;
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ title: 'Link copied' });
  } catch {
    showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
  }
}

const failed = (error: unknown, what: string) =>
  showToast({
    variant: 'destructive',
    title: 'Error',
    description: `The preview link could not be ${what}. ${error instanceof ApiError && error.status === 400 ? error.detail : 'Please try again.'}`,
  });

export function PreviewLinks({ noun, calls, save }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-6 border-t border-rule-strong pt-4">
      <h2 id={heading} className="font-serif text-[1.125rem] font-medium">
        Preview links
      </h2>
      {calls ? (
        <Links calls={calls} save={save} />
      ) : (
        <p className="mt-1 text-small text-muted">Create the {noun}, unpublished, to share a preview of it.</p>
      )}
    </section>
  );
}

function Links({ calls, save }: { calls: PreviewCalls; save: Props['save'] }) {
  const client = useQueryClient();
  const list = calls.list();
  const { data, isError } = useQuery(list);
  const [withdrawing, setWithdrawing] = useState<PreviewLink | null>(null);
  const settled = () => client.invalidateQueries({ queryKey: list.queryKey });
  const creating = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await save();
      return calls.create();
    },
    onSuccess: (link) => void copy(link.url),
    onError: (error) => failed(error, 'created'),
    onSettled: settled,
  });
  const withdraw = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: PreviewLink) => calls.withdraw(id),
    onSuccess: () => showToast({ title: 'Preview link withdrawn' }),
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 404)) failed(error, 'withdrawn'); // it is gone, as asked
    },
    onSettled: settled,
  });
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 text-small">
      <p className="text-muted">Show the draft to someone without an account. A link works for 7 days and follows later changes.</p>
      {isError ? <p className="text-danger">The links could not be loaded.</p> : null}
      {data && data.length > 0 ? (
        <ul className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          {data.map((link) => (
            <li key={link.id} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
              <span className="flex gap-1">
                <input
                  readOnly
                  aria-label={`Preview link until ${shortDay(new Date(link.expiresAt))}`}
                  value={link.url}
                  onFocus={(e) => e.target.select()}
                  className="h-9 min-w-0 grow rounded-sm border border-control bg-raised px-2 text-small pointer-coarse:h-control"
                />
                <Button
                  data-tip="Copy"
                  variant="quiet"
                  shape="icon"
                  size="small"
                  className="w-9! pointer-coarse:w-control!"
                  aria-label="Copy link"
                  onClick={() => void copy(link.url)}
                >
                  <Copy {...icon} />
                </Button>
                <Button
                  data-tip="Withdraw"
                  variant="quiet"
                  shape="icon"
                  size="small"
                  className="w-9! pointer-coarse:w-control!"
                  aria-label="Withdraw link"
                  onClick={() => setWithdrawing(link)}
                >
                  <Trash2 {...icon} />
                </Button>
              </span>
              <span className="text-caption text-muted">
                Anyone with this link can read the draft until <time dateTime={link.expiresAt}>{shortDay(new Date(link.expiresAt))}</time>.
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Button variant="plain" size="small" className="justify-self-start" disabled={creating.isPending} onClick={() => creating.mutate()}>
        <Link2 {...icon} />
        Create preview link
      </Button>
      <ConfirmDialog
        open={withdrawing !== null}
        onOpenChange={() => setWithdrawing(null)}
        title="Withdraw this link?"
        confirm="Withdraw"
        onConfirm={() => {
          if (withdrawing) withdraw.mutate(withdrawing);
          setWithdrawing(null);
        }}
      >
        <p>Nobody can read the draft with it any more.</p>
      </ConfirmDialog>
    </div>
  );
}
