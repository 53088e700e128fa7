// The question before work is left that the server lacks.
import * as Radix from '@radix-ui/react-alert-dialog';
import { Button } from '@/components/ui/button';
import { overlayLook } from '@/components/ui/dialog';
import { NoticeSlot } from '@/components/ui/notice-slot';
import { useReturnFocus } from '@/hooks/use-return-focus';

interface Props {
  open: boolean;
  /** Completes "Not saved: …"; undefined where it is unknown. */
  why?: string | undefined;
  onStay: () => void;
  onDiscard: () => void;
  /** Writes a copy on this device; absent where that isn't possible. */
  onKeep?: () => void;
}

export function LeaveDialog({ open, why, onStay, onDiscard, onKeep }: Props) {
  const focus = useReturnFocus(open);
  return (
    <Radix.Root
      open={open}
      onOpenChange={(now) => {
        if (!now) onStay();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content {...focus} className="fixed top-1/2 left-1/2 z-40 w-[calc(100vw-2rem)] max-w-[34rem] -translate-x-1/2 -translate-y-1/2 rounded-lg border border-rule-strong bg-page p-6 text-primary shadow-raised outline-none">
          <Radix.Title className="text-h5">Leave without saving?</Radix.Title>
          <Radix.Description className="mt-2 text-secondary">{onKeep ? 'You have unsaved changes. Keep them on this device?' : 'You have unsaved changes.'}</Radix.Description>
          {why ? <p className="mt-2 text-small text-muted">Not saved on the server: {why}.</p> : null}
          <NoticeSlot />
          <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap sm:justify-end">
            <Button variant="quiet" className="sm:order-1 sm:mr-auto" onClick={onDiscard}>
              Discard
            </Button>
            {onKeep ? (
              <Button variant="plain" onClick={onKeep}>
                Keep on this device
              </Button>
            ) : null}
            <Radix.Cancel asChild>
              <Button>Keep editing</Button>
            </Radix.Cancel>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
