// The end of a section's form: whether what is typed is kept, and the buttons that save or discard it. It stays in sight while something is
// unsaved.
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { SavedNote } from '@/components/editor/saved-note';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { SectionForm } from '../use-section-form';

interface Props {
  section: SectionForm;
  /** A picture is being uploaded. */
  pending: boolean;
}

export function SaveBar({ section: { changed, autosave, busy, discard }, pending }: Props) {
  const [asking, setAsking] = useState(false);
  const save = useRef<HTMLButtonElement>(null);
  const isChanged = changed.length > 0;
  return (
    <div
      data-save-bar={isChanged || undefined}
      className={clsx(
        'mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule bg-page py-3',
        isChanged && 'sticky bottom-0 z-10',
      )}
    >
      <div className="flex min-w-36 grow basis-0 flex-wrap gap-x-3 text-small text-secondary">
        {isChanged ? <strong className="font-semibold text-primary">Draft changes</strong> : null}
        <SavedNote state={autosave.state} className="min-w-0" />
      </div>
      {isChanged ? (
        <Button variant="plain" disabled={busy} onClick={() => setAsking(true)}>
          Discard
        </Button>
      ) : null}
      <Button
        ref={save}
        type="submit"
        aria-disabled={!isChanged || pending || busy}
        aria-busy={busy || pending}
        className={clsx(!isChanged && 'opacity-60')}
      >
        {busy ? 'Saving...' : pending ? 'Uploading...' : 'Save'}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard these changes?"
        confirm="Discard"
        onConfirm={() => {
          setAsking(false);
          discard();
          setTimeout(() => save.current?.focus()); // the button that asked is gone
        }}
      >
        <p>The settings stay as they are saved.</p>
      </ConfirmDialog>
    </div>
  );
}
