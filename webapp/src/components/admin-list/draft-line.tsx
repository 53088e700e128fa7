// The line of an item with a draft: what it has, and what can be done with it.
import { useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { CorrectionQuestion } from '@/components/editor/correction-question';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { DraftSummary } from '@/lib/api-types';
import type { ContentItem } from '@/lib/content-calls';
import { useDraftActions } from './use-draft-actions';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  item: Item;
  draft: DraftSummary;
}

const action = { variant: 'quiet', size: 'small', className: 'px-2! min-h-8! pointer-coarse:min-h-control!' } as const;

export function DraftLine<Item extends ContentItem, Body extends object>({ type, item, draft }: Props<Item, Body>) {
  const actions = useDraftActions(type);
  const [question, setQuestion] = useState<'none' | 'correction' | 'discard'>('none');
  const close = () => setQuestion('none');
  const { title, isPublished } = item;
  const publishText = isPublished ? 'Publish changes' : 'Apply changes';
  const publish = async () => {
    try {
      if (await actions.asks(item)) setQuestion('correction');
      else await actions.publish(item, null);
    } catch {
      actions.failed(item);
    }
  };
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-1 font-normal whitespace-normal">
      <span className="mr-2">
        <Status tone="warn">{isPublished ? 'Unpublished changes' : 'Draft changes'}</Status> <TimeAgo iso={draft.updatedAt} className="text-caption text-muted" />
      </span>
      <span className="-ml-2 flex flex-wrap lg:ml-0">
        <Button {...action} disabled={actions.busy} aria-label={`${publishText} of ${title}`} onClick={() => void publish()}>
          {publishText}
        </Button>
        <Button {...action} disabled={actions.busy} aria-label={`Discard changes of ${title}`} onClick={() => setQuestion('discard')}>
          Discard
        </Button>
      </span>
      {question === 'correction' ? (
        <CorrectionQuestion
          confirm={publishText}
          onCancel={close}
          onAnswer={(marking) => {
            close();
            void actions.publish(item, marking);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={question === 'discard'}
        onOpenChange={close}
        title="Discard these changes?"
        confirm="Discard"
        onConfirm={() => {
          close();
          void actions.discard(type.calls.drafts.ofItem(item.id), title);
        }}
      >
        <p>
          “{title}” stays as {isPublished ? 'readers see it' : 'it is'}. What was changed since is deleted.
        </p>
      </ConfirmDialog>
    </span>
  );
}
