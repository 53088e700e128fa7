// Whether '/' and '?' are shortcuts. They can be turned off, for people who speak to their computer (WCAG 2.1.4).
import { create } from 'zustand';
import { readStored, writeStored } from '@/lib/storage';

const storageKey = 'candor-single-keys';

export const useSingleKeys = create<{ on: boolean }>()(() => ({ on: readStored(storageKey) !== 'off' }));

export function setSingleKeys(on: boolean): void {
  writeStored(storageKey, on ? null : 'off');
  useSingleKeys.setState({ on });
}
