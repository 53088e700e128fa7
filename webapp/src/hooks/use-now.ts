// The time, for relative dates. A page from the server is hydrated with the time at which it was rendered, so that both
// say the same, and then shows the reader's.
import { createContext, useContext, useSyncExternalStore } from 'react';

/** When the page was rendered on the server. */
export interface RenderTime {
  /** In milliseconds since 1970. */
  at: number;
  /** Called when the page shows something that ages; only on the server. */
  onShown?: () => void;
}

export const RenderTimeContext = createContext<RenderTime | null>(null);

/** Steps of ten seconds: fine enough for minutes, and the same throughout one render. */
const step = 10_000;
const current = () => Math.floor(Date.now() / step) * step;

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, 60_000);
  return () => clearInterval(timer);
}

/** Now, in milliseconds since 1970, to ten seconds; looked at again every minute. */
export function useNow(): number {
  const rendered = useContext(RenderTimeContext);
  rendered?.onShown?.();
  return useSyncExternalStore(everyMinute, current, () => rendered?.at ?? current());
}
