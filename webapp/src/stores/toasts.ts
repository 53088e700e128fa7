// The toast on the screen: one at a time, a new one takes the place of the last (spec section 9).
import { create } from 'zustand';

/** How long a toast stays, in milliseconds. */
export const toastDuration = 5000;

export interface Toast {
  id: number;
  variant: 'default' | 'destructive';
  title: string;
  description?: string | undefined;
  /** Follows the description in its line, and leads to what it speaks of. */
  link?: { label: string; run: () => void } | undefined;
  /** Something to do about it, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
  /** In milliseconds, where it isn't toastDuration. */
  duration?: number | undefined;
}

let lastId = 0;

export const useToast = create<{ toast: Toast | null }>()(() => ({ toast: null }));

export function showToast(toast: Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] }): void {
  lastId += 1;
  useToast.setState({ toast: { variant: 'default', ...toast, id: lastId } });
}

/** Takes the toast away, unless another has taken its place already. */
export function dismissToast(id: number): void {
  if (useToast.getState().toast?.id === id) useToast.setState({ toast: null });
}
