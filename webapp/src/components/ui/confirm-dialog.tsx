// A question before something that can't be taken back. The button that does it is not the one that has the focus.
import * as Radix from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button';
import { QuestionPanel } from './question-panel';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The specification's question unless another is given. */
  title?: string;
  /** What will happen, naming the item. */
  children: ReactNode;
  /** The button's text. */
  confirm: string;
  cancel?: string;
  busy?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title = 'Are you sure?',
  children,
  confirm,
  cancel = 'Cancel',
  busy = false,
  onConfirm,
}: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <QuestionPanel
        open={open}
        title={title}
        width="max-w-md"
        arrangement="flex flex-wrap justify-end gap-3"
        buttons={
          <>
            <Radix.Cancel asChild>
              <Button variant="plain" disabled={busy}>
                {cancel}
              </Button>
            </Radix.Cancel>
            <Button variant="danger" disabled={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </>
        }
      >
        <Radix.Description asChild>
          <div className="mt-2 text-secondary">{children}</div>
        </Radix.Description>
      </QuestionPanel>
    </Radix.Root>
  );
}
