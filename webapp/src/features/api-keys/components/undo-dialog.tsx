// 'Undo changes…': what an API key did since a moment, what undoing it means for each item, and the undo of what is chosen.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { EmptyState, ErrorState } from '@/components/ui/state';
import type { Compensation } from '@/lib/api-types';
import { keyUndo, previewUndo } from '../api/undo';
import { MomentPicker, firstMoment, type Moment } from './moment-picker';
import { UndoList } from './undo-list';
import { UndoProgress } from './undo-progress';
import { UndoReport } from './undo-report';
import { canUndo, counted, keyOf, tally } from './undo-words';
import { useUndo } from './use-undo';

/** The key's data that the dialog needs; a deleted key has no createdAt. */
export interface UndoneKey {
  id: number;
  name: string;
  isActive: boolean;
  createdAt?: string;
}

export function UndoDialog({ undone, onClose }: { undone: UndoneKey; onClose: () => void }) {
  const [moment, setMoment] = useState<Moment>(firstMoment);
  const [overrides, setOverrides] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [loaded, setLoaded] = useState<[number, number] | null>(null);
  const [asking, setAsking] = useState(false);
  const [deactivate, setDeactivate] = useState(false);
  const { run, stage, progress, outcome, back } = useUndo();

  const preview = useQuery({
    queryKey: ['admin', 'keys', undone.id, 'undo', moment.since],
    queryFn: ({ signal }) =>
      previewUndo(undone.id, moment.since ?? null, signal, (done, total) => setLoaded(total > done ? [done, total] : null)),
    enabled: stage === 'choose' && moment.since !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const items = preview.data ?? [];
  const isChosen = (item: Compensation) => canUndo(item) && (overrides.get(keyOf(item)) ?? item.changedSince === null);
  const chosen = items.filter(isChosen);
  const choose = (those: readonly Compensation[], choice: boolean) =>
    setOverrides(new Map([...overrides, ...those.map((item) => [keyOf(item), choice] as const)]));

  const confirm = () => {
    setAsking(false);
    run(keyUndo(undone.id, moment.since ?? null, chosen, deactivate));
  };
  const close = () => {
    if (stage !== 'running') onClose();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        title="Undo changes"
        description={`Changes made by the API key “${undone.name}”`}
        size="large"
        footer={
          stage === 'choose' ? (
            <>
              {items.length > 0 ? (
                <p className="mr-auto self-center text-small text-muted tabular-nums">{`${chosen.length} of ${items.length} selected`}</p>
              ) : null}
              <Button variant="plain" onClick={close}>
                Cancel
              </Button>
              <Button disabled={chosen.length === 0} onClick={() => setAsking(true)}>
                {chosen.length === 0 ? 'Undo' : `Undo ${counted(chosen.length, 'item')}`}
              </Button>
            </>
          ) : stage === 'done' ? (
            <>
              {back ? (
                <Button variant="plain" onClick={back}>
                  Undo this undo
                </Button>
              ) : null}
              <Button onClick={close}>Done</Button>
            </>
          ) : null
        }
      >
        {stage === 'choose' ? (
          <>
            <MomentPicker
              moment={moment}
              createdAt={undone.createdAt}
              onChange={(next) => {
                setMoment(next);
                setOverrides(new Map());
              }}
            />
            <p className="mt-3 mb-5 max-w-measure text-small text-muted">
              Each item returns to its state before this key’s first change. Its history is kept.
            </p>
            {preview.isError ? (
              <ErrorState what="The changes" retry={() => void preview.refetch()} />
            ) : preview.isSuccess ? (
              items.length > 0 ? (
                <UndoList items={items} isChosen={isChosen} onChoose={choose} />
              ) : (
                <EmptyState title="Nothing to undo">
                  <p>The key changed no reviews, articles or categories in this period.</p>
                </EmptyState>
              )
            ) : moment.since === undefined ? null : (
              <UndoProgress label="Loading the key’s changes..." progress={loaded} />
            )}
          </>
        ) : stage === 'running' ? (
          <UndoProgress label="Undoing..." progress={progress} />
        ) : outcome ? (
          <UndoReport outcome={outcome} titles={new Map(items.map((item) => [keyOf(item), item.title]))} />
        ) : null}
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Undo changes by “${undone.name}”?`}
        confirm={`Undo ${counted(chosen.length, 'item')}`}
        onConfirm={confirm}
      >
        <ul className="list-disc pl-5">
          {tally(chosen).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {undone.isActive ? (
          <div className="mt-4">
            <Checkbox checked={deactivate} onChange={setDeactivate} label="Also deactivate the key (this can’t be undone)" />
          </div>
        ) : null}
      </ConfirmDialog>
    </>
  );
}
