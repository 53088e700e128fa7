// A dialog: title, a body that scrolls, and a footer that stays in sight. On a phone it fills the screen.
// Whoever opens it decides whether it may close: onOpenChange(false) is a wish (Escape, the cross, a press outside).
import * as Radix from '@radix-ui/react-dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReturnFocus } from '@/hooks/use-return-focus';
import { Button } from './button';
import { PanelNoticeSlot } from './notice-slot';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: 'small' | 'large';
  footer?: ReactNode;
  children: ReactNode;
}

export const overlayLook = 'fixed inset-0 z-40 bg-[oklch(0.17_0.01_260/0.5)]';
const panel =
  'fixed z-40 flex flex-col bg-page text-primary shadow-raised outline-none [overflow-wrap:anywhere] motion-safe:animate-[appear_160ms_var(--ease-out)]';
const place =
  'max-sm:inset-0 sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-3rem)] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-rule-strong';

/** The field that is marked to have the focus first gets it. With autoFocus, a dialog beneath would take the focus back. */
function focusFirst(e: Event) {
  const first = e.currentTarget instanceof Element ? e.currentTarget.querySelector<HTMLElement>('[data-focus-first]') : null;
  if (!first) return;
  e.preventDefault();
  first.focus();
}

/** Escape belongs first to what is open within the dialog. */
function leaveToOwner(e: KeyboardEvent) {
  if (e.target instanceof Element && e.target.closest('[data-own-escape]')) e.preventDefault();
}

export function Dialog({ open, onOpenChange, title, description, size = 'small', footer, children }: Props) {
  const focus = useReturnFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirst}
          onEscapeKeyDown={leaveToOwner}
          className={clsx(panel, place, size === 'large' ? 'sm:max-w-4xl' : 'sm:max-w-xl')}
        >
          <div className="flex items-start justify-between gap-4 border-b border-rule px-5 py-4">
            <div>
              <Radix.Title className="text-h5">{title}</Radix.Title>
              {description ? <Radix.Description className="mt-1 text-small text-secondary">{description}</Radix.Description> : null}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" shape="icon" size="small" aria-label="Close" className="-mr-2">
                <X aria-hidden strokeWidth={1.75} className="size-5" />
              </Button>
            </Radix.Close>
          </div>
          <div className="min-h-0 shrink-999 grow overflow-y-auto px-5 py-5">{children}</div>
          <PanelNoticeSlot />
          {footer ? <div className="flex flex-wrap justify-end gap-3 border-t border-rule px-5 py-4">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
