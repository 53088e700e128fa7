// The editor's screen: a dialog that fills the window, over the list that it was opened from. Whoever opens it decides
// whether it may close: onLeave is a wish.
import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode, RefObject } from 'react';
import { useReturnFocus } from '@/hooks/use-return-focus';

interface Props {
  /** The item's title; undefined while it is unknown. */
  description: string | undefined;
  onLeave: () => void;
  /** Takes the focus afterwards if what opened the editor is gone. */
  home: RefObject<HTMLElement | null>;
  header: ReactNode;
  children: ReactNode;
}

/** Escape belongs first to what is open within the form: find and replace, an alt text. */
function isOwned(e: KeyboardEvent): boolean {
  return e.target instanceof Element && e.target.closest('.cm-panels, [data-own-escape]') !== null;
}

/** A dialog over this one has just opened, and this one doesn't know yet that Escape isn't its own any more. */
const isBeneath = () => document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1;

export function EditorShell({ description, onLeave, home, header, children }: Props) {
  const focus = useReturnFocus(true, home);
  return (
    <Radix.Root open onOpenChange={onLeave}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-page" />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={(e) => {
            if (isOwned(e) || isBeneath()) e.preventDefault();
          }}
          className="fixed inset-0 z-40 flex flex-col bg-page text-primary outline-none [overflow-wrap:anywhere] motion-safe:animate-[appear_160ms_var(--ease-out)]"
        >
          {header}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
