// Asks before a revision is restored: whether its status is restored as well, and whether a change to published content is
// a correction.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { noteMost } from '@/components/content/rules';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextArea } from '@/components/ui/field';
import { fullDate } from '@/components/ui/time-ago';
import type { ContentItem } from '@/lib/content-calls';
import type { ItemRevision } from '@/lib/api-types';

export interface Answer {
  state: boolean;
  /** The note of a correction; absent: it is none. */
  correction?: string;
}

interface Props<Item extends ContentItem, Body extends object> {
  type: Pick<ContentType<Item, Body>, 'calls' | 'correctable' | 'fields'>;
  item: { id: number; title: string };
  to: ItemRevision;
  onCancel: () => void;
  onRestore: (answer: Answer) => void;
}

export function RestoreQuestion<Item extends ContentItem, Body extends object>({ type: { calls, correctable, fields }, item, to, onCancel, onRestore }: Props<Item, Body>) {
  const now = useQuery(calls.get(item.id)).data;
  const then = useQuery(calls.past(item.id, to.revision)).data?.item;
  const [state, setState] = useState(false);
  const [marked, setMarked] = useState(false);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const forReaders = now?.isPublished === true && then !== undefined && correctable.some((field) => valueOf(now, field) !== valueOf(then, field));
  const restore = () => {
    if (!forReaders || !marked) {
      onRestore({ state });
      return;
    }
    const correction = note.trim();
    if (correction === '') setError('Describe what was wrong');
    else if (Array.from(correction).length > noteMost) setError(`The note must be at most ${noteMost} characters`);
    else onRestore({ state, correction });
  };
  return (
    <ConfirmDialog open onOpenChange={onCancel} title="Restore this revision?" confirm="Restore" onConfirm={restore}>
      <p>
        “{item.title}” will return to its content of {fullDate(to.at)}. Later versions stay in the history, and you can undo this.
      </p>
      <div className="mt-4 grid gap-4">
        <Checkbox checked={state} onChange={setState} label={`Also restore its published ${'isFeatured' in fields ? 'and featured ' : ''}status`} />
        {forReaders ? <Checkbox checked={marked} onChange={setMarked} label="Mark as a correction" /> : null}
        {forReaders && marked ? (
          <TextArea
            label="What was wrong"
            required
            rows={3}
            style={{ minHeight: '5.5rem' }}
            value={note}
            onChange={(e) => {
              setNote(e.target.value);
              setError(undefined);
            }}
            error={error}
            hint="Shown to readers on the page with the date and what changed. It cannot be removed later."
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

const valueOf = (item: object, field: string) => JSON.stringify((item as Record<string, unknown>)[field] ?? null);
