// The panel of an alert dialog: a question, what has to be known for an answer, which scrolls, and buttons that stay in sight.
import * as Radix from '@radix-ui/react-alert-dialog';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useReturnFocus } from '@/hooks/use-return-focus';
import { overlayLook } from './dialog';
import { PanelNoticeSlot } from './notice-slot';

interface Props {
  open: boolean;
  title: string;
  children: ReactNode;
  buttons: ReactNode;
  /** Classes of the width, and of how the buttons are arranged. */
  width: string;
  arrangement: string;
}

/** Belongs in Radix's root, which says whether it is open. */
export function QuestionPanel({ open, title, children, buttons, width, arrangement }: Props) {
  const focus = useReturnFocus(open);
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayLook} />
      <Radix.Content
        {...focus}
        className={clsx(
          'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-rule-strong bg-page text-primary shadow-raised outline-none [overflow-wrap:anywhere]',
          width,
        )}
      >
        <div className="min-h-0 shrink-999 grow overflow-y-auto px-6 pt-6">
          <Radix.Title className="text-h5">{title}</Radix.Title>
          {children}
        </div>
        <PanelNoticeSlot />
        <div className={clsx('p-6', arrangement)}>{buttons}</div>
      </Radix.Content>
    </Radix.Portal>
  );
}
