// Where toasts and notices are shown: in the dialog on top, where they take room of their own and so never cover its buttons; without a
// dialog, in a corner of the screen.
import { useCallback } from 'react';
import { create } from 'zustand';

const useSlots = create<{ slots: readonly HTMLElement[] }>()(() => ({ slots: [] }));

/** The element of the dialog on top; null without a dialog. */
export const useNoticeSlot = (): HTMLElement | null => useSlots(({ slots }) => slots.at(-1) ?? null);

/** Returns the ref of a dialog's element for notices. */
export const useSlotRef = () =>
  useCallback((slot: HTMLElement | null) => {
    if (!slot) return undefined;
    useSlots.setState(({ slots }) => ({ slots: [...slots, slot] }));
    return () => useSlots.setState(({ slots }) => ({ slots: slots.filter((other) => other !== slot) }));
  }, []);
