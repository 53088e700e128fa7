// The question before work is left that the server lacks.
import * as Radix from '@radix-ui/react-alert-dialog';
import { Button } from '@/components/ui/button';
import { QuestionPanel } from '@/components/ui/question-panel';

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
  return (
    <Radix.Root
      open={open}
      onOpenChange={(now) => {
        if (!now) onStay();
      }}
    >
      <QuestionPanel
        open={open}
        title="Leave without saving?"
        width="max-w-[34rem]"
        arrangement="grid gap-3 sm:flex sm:flex-wrap sm:justify-end"
        buttons={
          <>
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
          </>
        }
      >
        <Radix.Description className="mt-2 text-secondary">
          {onKeep ? 'You have unsaved changes. Keep them on this device?' : 'You have unsaved changes.'}
        </Radix.Description>
        {why ? <p className="mt-2 text-small text-muted">Not saved on the server: {why}.</p> : null}
      </QuestionPanel>
    </Radix.Root>
  );
}
