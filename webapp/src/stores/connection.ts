// Whether the server can be reached. What can't be fetched is tried again until it can be; a notice says so meanwhile.
import { create } from 'zustand';

/** How long to wait before the second attempt, and at most before any other, in milliseconds. */
const firstPause = 1000;
const longestPause = 30_000;

interface ConnectionState {
  /** How much is being tried again. */
  waiting: number;
  /** The server has a newer version of the app, and reloading this page would lose what was typed. */
  outdated: boolean;
}

export const useConnection = create<ConnectionState>()(() => ({ waiting: 0, outdated: false }));

const retries = new Set<() => void>();

/** Makes every waiting attempt now. */
export function retryNow(): void {
  for (const retry of [...retries]) retry();
}

/** Attempts something until it succeeds, less and less often, and at once when the browser is online again. Rejects if an attempt does. */
export async function keepTrying(attempt: () => Promise<boolean>): Promise<void> {
  useConnection.setState(({ waiting }) => ({ waiting: waiting + 1 }));
  try {
    let pause = firstPause;
    do {
      pause = (await waited(pause)) ? Math.min(2 * pause, longestPause) : firstPause;
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
