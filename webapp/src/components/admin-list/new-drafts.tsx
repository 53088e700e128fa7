// The drafts of items that don't exist yet, above the list: those of the server, and those that only this device has. On a phone they
// are folded, so that the list's first row is in sight.
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { copyKey, dropCopy } from '@/components/editor/device-copies';
import { Button } from '@/components/ui/button';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import { useMedia } from '@/hooks/use-media';
import type { ContentItem } from '@/lib/content-calls';
import { ConfirmDialog } from './questions';
import { useDraftActions } from './use-draft-actions';
import { useNewDrafts, type NewDraft } from './use-new-drafts';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** @param draft its UUID */
  onContinue: (draft: string) => void;
  /** The row with the focus in it is gone. */
  onEmpty: () => void;
}

export function NewDrafts<Item extends ContentItem, Body extends object>({ type, onContinue, onEmpty }: Props<Item, Body>) {
  const { calls, noun, plural } = type;
  const client = useQueryClient();
  const rows = useNewDrafts(type);
  const actions = useDraftActions(type);
  const phone = useMedia('(width < 40rem)');
  const [open, setOpen] = useState(false);
  const id = useId();
  const [discarding, setDiscarding] = useState<NewDraft | null>(null);
  if (rows.length === 0) return null;
  const discard = async ({ id, title, by }: NewDraft) => {
    setDiscarding(null);
    dropCopy(copyKey(noun, id));
    if (by !== null) await actions.discard(calls.drafts.ofNew(id), title);
    else await client.invalidateQueries({ queryKey: calls.drafts.newOnes().queryKey });
    onEmpty();
  };
  return (
    <section aria-label={`New drafts of ${plural}`} className="mt-5 max-sm:mt-3">
      {phone ? (
        <Button variant="quiet" size="small" aria-expanded={open} aria-controls={id} className="-ml-3" onClick={() => setOpen(!open)}>
          <ChevronDown aria-hidden strokeWidth={1.75} className={clsx('size-4 transition-transform', open && 'rotate-180')} />
          {rows.length} new {rows.length === 1 ? 'draft' : 'drafts'}
        </Button>
      ) : null}
      <ul id={id} className={clsx('border-b border-rule', phone && !open && 'hidden')}>
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2 text-small">
            <span className="min-w-0 grow basis-64 [overflow-wrap:anywhere]">
              <span className="mr-3 font-semibold">{row.title}</span>
              <span className="inline-flex flex-wrap gap-x-3">
                <Status tone="warn">New draft</Status>
                <span className="text-muted">
                  {row.by ? `by ${row.by}` : 'on this device'} · <TimeAgo iso={row.at} />
                </span>
              </span>
            </span>
            <span className="flex gap-1">
              <Button variant="plain" size="small" aria-label={`Continue ${row.title}`} onClick={() => onContinue(row.id)}>
                Continue
              </Button>
              <Button
                variant="quiet"
                size="small"
                disabled={actions.busy}
                aria-label={`Discard ${row.title}`}
                onClick={() => setDiscarding(row)}
              >
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Suspense>
        {discarding ? (
          <ConfirmDialog
            open
            onOpenChange={() => setDiscarding(null)}
            title="Discard this draft?"
            confirm="Discard"
            onConfirm={() => void discard(discarding)}
          >
            <p>
              “<bdi>{discarding.title}</bdi>” is deleted. It was never created as {noun === 'article' ? 'an' : 'a'} {noun}.
            </p>
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </section>
  );
}
