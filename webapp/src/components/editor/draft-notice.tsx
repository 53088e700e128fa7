// Says above the text that it is a draft, or that this device has more of it.
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { actorName } from '@/lib/item-history';
import { dayTime } from '@/lib/short-time';
import type { DeviceCopy } from './device-copies';
import type { DraftInfo } from './draft-store';

const look = 'flex flex-wrap items-center gap-x-4 gap-y-3 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small';

interface DraftProps {
  draft: DraftInfo;
  noun: string;
  /** Of a new item, all of which is a draft. */
  isNew: boolean;
  /** Whether readers see the item. */
  isPublished: boolean;
  busy: boolean;
  onDiscard: () => void;
}

/** The form shows a draft of the server. */
export function DraftNotice({ draft: { at, by }, noun, isNew, isPublished, busy, onDiscard }: DraftProps) {
  const [asking, setAsking] = useState(false);
  const time = new Date(at);
  return (
    <div role="note" aria-label="Draft" className={look}>
      <p className="min-w-60 grow basis-0">
        <strong>{isNew ? 'New draft' : isPublished ? 'Unpublished changes' : 'Draft changes'}</strong> of{' '}
        <time dateTime={at}>{dayTime(time)}</time>
        {by ? ` by ${actorName(by)}` : ''}.{' '}
        {isNew ? `Only you see it until you create the ${noun}.` : isPublished ? 'Readers see the published version.' : ''}
      </p>
      <Button variant="plain" size="small" disabled={busy} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isNew ? 'Discard this draft?' : 'Discard these changes?'}
        confirm="Discard"
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      >
        <p>{isNew ? 'Everything you typed is deleted.' : `The ${noun} stays as it is. What was changed since is deleted.`}</p>
      </ConfirmDialog>
    </div>
  );
}

interface CopyProps {
  copy: DeviceCopy;
  onRestore: () => void;
  onDrop: () => void;
}

/** This device has changes that the server lacks. */
export function CopyNotice({ copy, onRestore, onDrop }: CopyProps) {
  const at = new Date(copy.at);
  return (
    <div role="status" className={look}>
      <p className="min-w-60 grow basis-0">
        <strong>This device has unsaved changes</strong> of <time dateTime={at.toISOString()}>{dayTime(at)}</time>.
      </p>
      <div className="flex gap-2">
        <Button variant="plain" size="small" onClick={onRestore}>
          Restore
        </Button>
        <Button variant="quiet" size="small" onClick={onDrop}>
          Discard
        </Button>
      </div>
    </div>
  );
}
