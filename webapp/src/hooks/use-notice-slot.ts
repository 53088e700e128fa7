// Where toasts and notices are shown: in the dialog on top, where they never cover its buttons; without a dialog, in a corner of the
// screen.
import { create } from 'zustand';

/** The places for notices in the open dialogs, of the one on top last. components/ui/notice-slot.tsx adds them. */
export const useNoticeSlots = create<{ slots: readonly HTMLElement[] }>()(() => ({ slots: [] }));

/** The element of the dialog on top; null without a dialog. */
export const useNoticeSlot = (): HTMLElement | null => useNoticeSlots(({ slots }) => slots.at(-1) ?? null);
