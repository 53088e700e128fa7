// Asks before a revision is restored: whether its status is restored as well, and what the change is to readers who have seen
// the current version.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { ChangeList } from '@/components/corrections/change-list';
import { markingOf, noAnswer, problemWith, type Answer } from '@/components/editor/correction';
import { CorrectionChoice } from '@/components/editor/correction-choice';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { fullDate } from '@/components/ui/time-ago';
import type { ContentItem, Marking } from '@/lib/content-calls';
import type { ItemRevision } from '@/lib/api-types';

export interface Restoring {
  state: boolean;
  /** What the change is to readers; null: they aren't told. */
  marking: Marking | null;
}

interface Props<Item extends ContentItem, Body extends object> {
  type: Pick<ContentType<Item, Body>, 'calls' | 'fields'>;
  item: { id: number; title: string };
  to: ItemRevision;
  onCancel: () => void;
  onRestore: (restoring: Restoring) => void;
}

export function RestoreQuestion<Item extends ContentItem, Body extends object>({ type, item, to, onCancel, onRestore }: Props<Item, Body>) {
  const { calls, fields } = type;
  const [state, setState] = useState(false);
  const { data: question, isPending } = useQuery({
    queryKey: [...calls.keys.item(item.id), 'restoring', to.revision, state],
    queryFn: () => calls.change(item.id, { revision: to.revision, state }),
    staleTime: 0,
    gcTime: 0,
  });
  const [answer, setAnswer] = useState<Answer>(noAnswer);
  const [tried, setTried] = useState(false);
  const asking = question?.asked === true;
  const problem = asking ? problemWith(answer) : null;
  const restore = () => {
    setTried(true);
    if (!isPending && !problem) onRestore({ state, marking: asking ? markingOf(answer) : null });
  };
  return (
    <ConfirmDialog open onOpenChange={onCancel} title="Restore this revision?" confirm="Restore" onConfirm={restore}>
      <p>
        “<bdi>{item.title}</bdi>” will return to its content of {fullDate(to.at)}. Later versions stay in the history, and you can undo
        this.
      </p>
      <div className="mt-4 grid gap-4">
        <Checkbox
          checked={state}
          onChange={setState}
          label={`Also restore its published ${'isFeatured' in fields ? 'and featured ' : ''}status`}
        />
        {asking ? (
          <div>
            <ChangeList changes={question.changes} />
            <p className="mt-4 mb-2 font-semibold text-primary">What kind of change is this?</p>
            <CorrectionChoice question={question} answer={answer} onAnswer={setAnswer} problem={tried ? problem : null} />
          </div>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
