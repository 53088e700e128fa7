// A message that could not be sent, kept in the tab until it is: a reload loses nothing, and closing the tab forgets it.
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '@/lib/storage';
import type { MessageInput } from './api/send-message';

const key = 'candor-contact';

const listeners = new Set<() => void>();

/** Keeps what was typed; null forgets it. */
export function keepMessage(input: MessageInput | null): void {
  writeStored(key, input && JSON.stringify(input), 'sessionStorage');
  listeners.forEach((told) => told());
}

/** Whether a message is kept. */
export const useKept = (): boolean => useSyncExternalStore(subscribe, () => keptMessage() !== null, () => false);

function subscribe(told: () => void): () => void {
  listeners.add(told);
  return () => listeners.delete(told);
}

/** What was kept, null when there is nothing. */
export function keptMessage(): MessageInput | null {
  try {
    const kept: unknown = JSON.parse(readStored(key, 'sessionStorage') ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const text = (name: keyof MessageInput) => {
      const value: unknown = (kept as Record<string, unknown>)[name];
      return typeof value === 'string' ? value : '';
    };
    return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message'), website: '' };
  } catch {
    return null;
  }
}
