// A message that could not be sent, stored in the tab until it is: it survives a reload, but not the tab.
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '@/lib/storage';
import type { MessageInput } from './api/send-message';

const key = 'candor-contact';

const listeners = new Set<() => void>();

/** Stores a message; null removes it. */
export function storeMessage(input: MessageInput | null): void {
  writeStored(key, input && JSON.stringify(input), 'sessionStorage');
  listeners.forEach((notify) => notify());
}

/** Reports whether a message is stored. */
export const useMessageStored = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => storedMessage() !== null,
    () => false,
  );

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Returns the stored message; null if there is none. */
export function storedMessage(): MessageInput | null {
  try {
    const stored: unknown = JSON.parse(readStored(key, 'sessionStorage') ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const text = (name: keyof MessageInput) => {
      const value: unknown = (stored as Record<string, unknown>)[name];
      return typeof value === 'string' ? value : '';
    };
    return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message'), website: '' };
  } catch {
    return null;
  }
}
