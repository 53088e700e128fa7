// A question before something that can't be taken back. The button that does it is not the one that has the focus.
import * as Radix from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { useReturnFocus } from '@/hooks/use-return-focus';
import { Button } from './button';
import { overlayLook } from './dialog';
import { NoticeSlot } from './notice-slot';

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

export function ConfirmDialog({ open, onOpenChange, title = 'Are you sure?', children, confirm, cancel = 'Cancel', busy = false, onConfirm }: Props) {
  const focus = useReturnFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content {...focus} className="fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border border-rule-strong bg-page p-6 text-primary shadow-raised outline-none [overflow-wrap:anywhere]">
          <Radix.Title className="text-h5">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-secondary">{children}</div>
          </Radix.Description>
          <NoticeSlot />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button variant="plain" disabled={busy}>
                {cancel}
              </Button>
            </Radix.Cancel>
            <Button variant="danger" disabled={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
