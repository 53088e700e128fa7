// Notices of changed settings, in this tab and in the browser's others. A page that is published or unpublished counts, too: links to it
// appear and disappear.

/** The calls that may change what /api/site answers: on settings, on pages, and undoing. */
const changing = /^\/api\/admin\/settings\/|^\/api\/(admin\/)?pages\b(?!.*\/(draft|editing|preview-links)\b)|\/(undo|compensations)\b/;

const name = 'candor-site';
const listeners = new Set<() => void>();

/** Notes a successful write at an address of the API. */
export function noteWrite(path: string): void {
  if (!changing.test(path)) return;
  for (const listener of listeners) listener();
  if (listeners.size === 0 || typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/** Calls a function after each change. Returns what ends that. */
export function onSiteChange(listener: () => void): () => void {
  listeners.add(listener);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  channel?.addEventListener('message', listener);
  return () => {
    listeners.delete(listener);
    channel?.close();
  };
}
