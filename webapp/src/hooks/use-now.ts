// The time, for relative dates. A page from the server is hydrated with the time at which it was rendered, so that both
// say the same, and then shows the reader's.
import { createContext, useContext, useSyncExternalStore } from 'react';

/** When the page was rendered on the server. */
export interface RenderTime {
  /** In milliseconds since 1970. */
  at: number;
  /** Called when the page shows something that is true until a time, in milliseconds since 1970; only on the server. */
  onShown?: (until: number) => void;
}

export const RenderTimeContext = createContext<RenderTime | null>(null);

const minute = 60_000; // ms

/** Steps of ten seconds: fine enough for minutes, and the same throughout one render. */
const step = 10_000;
const current = () => Math.floor(Date.now() / step) * step;

export function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minute);
  return () => clearInterval(timer);
}

/** Now, in milliseconds since 1970, to ten seconds; looked at again every minute. */
export function useNow(): number {
  const rendered = useContext(RenderTimeContext);
  rendered?.onShown?.(rendered.at + minute);
  return useSyncExternalStore(everyMinute, current, () => rendered?.at ?? current());
}
