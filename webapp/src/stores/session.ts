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
}

function stored(): SessionState {
  const at = Number(readStored(loginTimeKey));
  return { loginTime: readStored(markerKey) === 'authenticated' && at > 0 ? at : null };
}

export const useSession = create<SessionState>()(stored);

export function beginSession(now: number = Date.now()): void {
  writeStored(markerKey, 'authenticated');
  writeStored(loginTimeKey, String(now));
  useSession.setState({ loginTime: now });
}

export function endSession(): void {
  writeStored(markerKey, null);
  writeStored(loginTimeKey, null);
  useSession.setState({ loginTime: null });
}

export function sessionExpired({ loginTime }: SessionState, now: number = Date.now()): boolean {
  return loginTime !== null && now - loginTime >= sessionLength;
}
