// Offers to restore an earlier draft.
import { Button } from '@/components/ui/button';
import type { Draft } from './drafts';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

export function DraftNotice({ draft, noun, onRestore, onDrop }: { draft: Draft; noun: string; onRestore: () => void; onDrop: () => void }) {
  const at = new Date(draft.at);
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-3 border-l-[3px] border-accent bg-sunken px-4 py-3 text-small">
      <p className="min-w-60 grow basis-0">
        <strong>An unsaved draft of this {noun}</strong> was saved on this device on <time dateTime={at.toISOString()}>{time.format(at)}</time>.
        {draft.omitted.length > 0 ? ' The uploaded image was too large to save. Choose it again.' : ''}
      </p>
      <div className="flex gap-2">
        <Button variant="plain" size="small" onClick={onRestore}>
          Restore draft
        </Button>
        <Button variant="quiet" size="small" onClick={onDrop}>
          Discard draft
        </Button>
      </div>
    </div>
  );
}
