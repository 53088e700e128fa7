// A tooltip for an icon, on hover and on keyboard focus (delays: spec section 9). The child has an accessible name of its own.
import * as Radix from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';

/** In milliseconds. */
const delay = 700;
const skipDelay = 300;

export function Tips({ children }: { children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={delay} skipDelayDuration={skipDelay}>
      {children}
    </Radix.Provider>
  );
}

export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content sideOffset={6} collisionPadding={8} className="z-50 rounded-sm bg-inverse px-2.5 py-1.5 text-caption text-on-inverse">
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
