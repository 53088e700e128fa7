// The browser's marker of an admin session (spec section 4). It only steers the screens: the server decides every call.
import { create } from 'zustand';
import { readStored, writeStored } from '@/lib/storage';

/** How long a session lasts, in milliseconds. */
export const sessionLength = 24 * 60 * 60_000;

const markerKey = 'candor-admin';
const loginTimeKey = 'candor-admin-login-time';

export interface SessionState {
  /** When the admin signed in, in ms since 1970; null when nobody is signed in here. */
  loginTime: number | null;
  /** The session is over, and the password is asked for over what the server lacks. */
  asksAgain?: boolean;
}

function stored(): SessionState {
  const at = Number(readStored(loginTimeKey));
  return { loginTime: readStored(markerKey) === 'authenticated' && at > 0 ? at : null };
}

export const useSession = create<SessionState>()(stored);

export function beginSession(now: number = Date.now()): void {
  writeStored(markerKey, 'authenticated');
  writeStored(loginTimeKey, String(now));
  useSession.setState({ loginTime: now, asksAgain: false });
}

/** The session is over while something here isn't on the server: the screens stay, and ask for the password. */
export const askAgain = (): void => useSession.setState({ asksAgain: true });

/** Closes the question for the password until the next call is refused. */
export const putOff = (): void => useSession.setState({ asksAgain: false });

export function endSession(): void {
  writeStored(markerKey, null);
  writeStored(loginTimeKey, null);
  useSession.setState({ loginTime: null, asksAgain: false });
}

/** Whether nobody has signed in or out in another page of this browser since this one looked. */
export const isSameSession = (): boolean => stored().loginTime === useSession.getState().loginTime;

export function sessionExpired({ loginTime }: SessionState, now: number = Date.now()): boolean {
  return loginTime !== null && now - loginTime >= sessionLength;
}
