// Asks before a revision is restored: whether its status is restored as well, and what the change is to readers who have seen
// the current version.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { valuesOf } from '@/components/content/form';
import { canBeMarked, hasToBeAsked, markingOf, noAnswer, problemWith, type Answer } from '@/components/editor/correction';
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
  type: Pick<ContentType<Item, Body>, 'calls' | 'correctable' | 'asksAbout' | 'fields'>;
  item: { id: number; title: string };
  to: ItemRevision;
  onCancel: () => void;
  onRestore: (restoring: Restoring) => void;
}

export function RestoreQuestion<Item extends ContentItem, Body extends object>({ type, item, to, onCancel, onRestore }: Props<Item, Body>) {
  const { calls, fields } = type;
  const now = useQuery(calls.get(item.id)).data;
  const then = useQuery(calls.past(item.id, to.revision)).data?.item;
  const [state, setState] = useState(false);
  const [marked, setMarked] = useState(false);
  const [answer, setAnswer] = useState<Answer>(noAnswer);
  const [tried, setTried] = useState(false);
  const before = now && valuesOf(type, now);
  const after = then && valuesOf(type, then);
  const known = now !== undefined && before !== undefined && after !== undefined;
  const asked = known && hasToBeAsked(type, now, before, after);
  const canMark = known && canBeMarked(type, now, before, after);
  const asking = asked || (canMark && marked);
  const problem = asking ? problemWith(answer) : null;
  const restore = () => {
    setTried(true);
    if (!problem) onRestore({ state, marking: asking ? markingOf(answer) : null });
  };
  return (
    <ConfirmDialog open onOpenChange={onCancel} title="Restore this revision?" confirm="Restore" onConfirm={restore}>
      <p>
        “{item.title}” will return to its content of {fullDate(to.at)}. Later versions stay in the history, and you can undo this.
      </p>
      <div className="mt-4 grid gap-4">
        <Checkbox checked={state} onChange={setState} label={`Also restore its published ${'isFeatured' in fields ? 'and featured ' : ''}status`} />
        {canMark && !asked ? <Checkbox checked={marked} onChange={setMarked} label="Mark the change for readers" /> : null}
        {asking ? (
          <div>
            <p className="mb-2 font-semibold text-primary">What kind of change is this?</p>
            <CorrectionChoice answer={answer} onAnswer={setAnswer} problem={tried ? problem : null} />
          </div>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
