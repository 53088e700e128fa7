import { showToast } from '@/stores/toasts';

/** Copies a text to the clipboard, and says so with the title, or that it could not. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title });
  } catch {
    showToast({ variant: 'destructive', title: 'Copy Failed', description: 'Could not copy to clipboard. Please copy manually.' });
  }
}
