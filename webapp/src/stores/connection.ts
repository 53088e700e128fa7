// Whether the server can be reached. What can't be fetched is tried again until it can be; a notice says so meanwhile.
import { create } from 'zustand';

/** How long to wait before the second attempt, and at most before any other, in milliseconds. */
const firstPause = 1000;
const longestPause = 30_000;

/** Why a page must be reloaded to go on: the server has a newer version of the app, or the browser doesn't load one of its parts again. */
export type ReloadReason = 'updated' | 'stuck';

interface ConnectionState {
  /** How much is being tried again. */
  waiting: number;
  /** Set while reloading this page would lose what was typed. */
  needsReload?: ReloadReason;
}

export const useConnection = create<ConnectionState>()(() => ({ waiting: 0 }));

const retries = new Set<() => void>();

/** Makes every waiting attempt now. */
export function retryNow(): void {
  for (const retry of [...retries]) retry();
}

/** Attempts something until it succeeds, less and less often, and at once when the browser is online again. Rejects if an attempt does. */
export async function keepTrying(attempt: () => Promise<boolean>): Promise<void> {
  useConnection.setState(({ waiting }) => ({ waiting: waiting + 1 }));
  try {
    let began = Date.now();
    do {
      // A quarter of the outage so far: whatever its length, it seems little longer than it is.
      const pause = Math.min(Math.max(firstPause, (Date.now() - began) / 4), longestPause);
      if (!(await waited(pause))) began = Date.now();
    } while (!(await attempt()));
  } finally {
    useConnection.setState(({ waiting }) => ({ waiting: waiting - 1 }));
  }
}

/** Resolves after a time, in milliseconds, to whether nothing ended it early. */
function waited(time: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (whole: boolean) => {
      clearTimeout(timer);
      removeEventListener('online', early);
      retries.delete(early);
      resolve(whole);
    };
    const early = () => end(false);
    const timer = setTimeout(() => end(true), time);
    addEventListener('online', early);
    retries.add(early);
  });
}

/** Whether the server answers. Behind a proxy, which answers in its place, its errors say that it does not. */
export async function reachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status < 500;
}
