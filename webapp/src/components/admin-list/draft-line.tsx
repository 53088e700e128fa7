// The line of an item with a draft: what it has, and what can be done with it.
import { Suspense, useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { Status } from '@/components/ui/status';
import { fullDate } from '@/components/ui/time-ago';
import type { ChangeQuestion, DraftSummary } from '@/lib/api-types';
import type { ContentItem } from '@/lib/content-calls';
import { actorName } from '@/lib/item-history';
import { ConfirmDialog, CorrectionQuestion } from './questions';
import { useDraftActions } from './use-draft-actions';

interface Props<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  item: ContentItem;
  draft: DraftSummary;
}

const scheduleWords = { scheduled: 'Scheduled changes', edited: 'Edited since scheduled', notPublished: 'Not published' };

const action =
  'min-h-6 rounded-sm font-semibold text-secondary underline decoration-1 underline-offset-2 hover:text-primary disabled:opacity-60 pointer-coarse:min-h-control';

export function DraftLine<Item extends ContentItem, Body extends object>({ type, item, draft }: Props<Item, Body>) {
  const actions = useDraftActions(type);
  const [question, setQuestion] = useState<ChangeQuestion | 'none' | 'discard'>('none');
  const close = () => setQuestion('none');
  const { title, isPublished } = item;
  const publishText = isPublished ? (draft.schedule ? 'Publish now' : 'Publish changes') : 'Apply changes';
  const publish = async () => {
    try {
      const asked = await actions.ask(item);
      if (asked) setQuestion(asked);
      else await actions.publish(item, null);
    } catch {
      actions.failed(item);
    }
  };
  return (
    <span className="mt-1 block font-normal whitespace-normal lg:pb-1.5">
      <span className="mr-3 inline-block" title={draft.schedule?.reason || `Saved ${fullDate(draft.updatedAt)} by ${actorName(draft.by)}`}>
        <Status tone={draft.schedule?.state === 'notPublished' ? 'danger' : 'warn'}>
          {draft.schedule ? scheduleWords[draft.schedule.state] : isPublished ? 'Unpublished changes' : 'Draft changes'}
        </Status>
      </span>
      <span className="inline-flex flex-wrap gap-x-3">
        <button
          type="button"
          className={action}
          disabled={actions.busy}
          aria-label={`${publishText} of ${title}`}
          onClick={() => void publish()}
        >
          {publishText}
        </button>
        <button
          type="button"
          className={action}
          disabled={actions.busy}
          aria-label={`Discard changes of ${title}`}
          onClick={() => setQuestion('discard')}
        >
          Discard
        </button>
      </span>
      <Suspense>
        {typeof question === 'object' ? (
          <CorrectionQuestion
            question={question}
            confirm={publishText}
            onCancel={close}
            onAnswer={(marking) => {
              close();
              void actions.publish(item, marking);
            }}
          />
        ) : null}
        {question === 'discard' ? (
          <ConfirmDialog
            open
            onOpenChange={close}
            title="Discard these changes?"
            confirm="Discard"
            onConfirm={() => {
              close();
              void actions.discard(type.calls.drafts.ofItem(item.id), title);
            }}
          >
            <p>
              “<bdi>{title}</bdi>” stays as {isPublished ? 'readers see it' : 'it is'}. What was changed since is deleted.
            </p>
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </span>
  );
}
