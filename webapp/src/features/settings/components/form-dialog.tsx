// A form in a dialog: Ctrl+S saves it, and what is not saved is not lost without a question.
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { PendingContext } from '@/components/editor/pending';
import { useBackTrap } from '@/components/editor/use-back-trap';
import { useSaveShortcut } from '@/components/editor/use-save-shortcut';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';

interface Props {
  title: string;
  changed: boolean;
  saving: boolean;
  /** The text of the button. */
  submit: string;
  /** What the server said of the form as a whole. */
  notice: string;
  /** Resolves to whether everything is saved; then the dialog closes. */
  onSave: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, changed, saving, submit, notice, onSave, onClose, children }: Props) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(0);
  const count = useCallback((by: 1 | -1) => setPending((n) => n + by), []);
  const release = useBackTrap(changed, () => setAsking(true));
  const close = () => release(onClose);
  const busy = saving || pending > 0;
  const save = async () => {
    if (!busy && (await onSave())) close();
  };
  useSaveShortcut(() => void save());
  useEffect(() => {
    if (!changed) return;
    const onUnload = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [changed]);
  return (
    <>
      <Dialog
        open
        onOpenChange={() => (changed ? setAsking(true) : close())}
        title={title}
        footer={
          <Button type="submit" form={id} disabled={busy} aria-busy={busy}>
            {saving ? 'Saving...' : pending > 0 ? 'Uploading...' : submit}
          </Button>
        }
      >
        <form
          id={id}
          noValidate
          className="grid gap-5"
          onSubmit={(e) => {
            e.preventDefault();
            void save();
          }}
        >
          {notice === '' ? null : (
            <p role="alert" className="border-l-[3px] border-danger bg-sunken px-4 py-3 text-small">
              {notice}
            </p>
          )}
          <PendingContext value={count}>{children}</PendingContext>
        </form>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={close}
      >
        <p>Your changes are not saved.</p>
      </ConfirmDialog>
    </>
  );
}
