// The bubble of a tooltip, at an element that tips.tsx has found. Radix puts it where there is room.
import * as Radix from '@radix-ui/react-tooltip';
import { createPortal } from 'react-dom';

interface Props {
  text: string;
  /** Where the element is in the window. */
  box: DOMRect;
  /** Escape was pressed, or the page is scrolled. */
  onClose: () => void;
}

export function Tooltip({ text, box: { left, top, width, height }, onClose }: Props) {
  return createPortal(
    <Radix.Provider>
      <Radix.Root open onOpenChange={onClose}>
        <Radix.Trigger asChild>
          <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="pointer-events-none z-50 rounded-sm bg-inverse px-2.5 py-1.5 text-caption text-on-inverse"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>,
    document.body,
  );
}
