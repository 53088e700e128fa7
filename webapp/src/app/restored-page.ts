// A page that was left may be kept whole and shown again by Back: WebKit keeps even pages that must not be stored, if they came over plain
// HTTP. What the dashboard has fetched would then be shown after a logout. So such a page is hidden when it is left, and shown
// again only once the server has confirmed the session.
import { api } from '@/lib/api-client';
import type { Session } from '@/lib/api-types';
import { useOpenEditor } from '@/stores/open-editor';
import { askAgain, isSameSession, useSession } from '@/stores/session';

/** Guards this page for as long as it lives: what was fetched stays in its memory, wherever the reader goes within it. */
export function guardRestoredPage(signal?: AbortSignal): void {
  const options = signal ? { signal } : {};
  addEventListener('pagehide', ({ persisted }) => persisted && isSignedIn() && hide(true), options);
  addEventListener('pageshow', ({ persisted }) => persisted && isSignedIn() && void showAgain(), options);
}

/** As far as this page knows. */
const isSignedIn = () => useSession.getState().loginTime !== null;

const hide = (hidden: boolean) => document.documentElement.style.setProperty('visibility', hidden ? 'hidden' : '');

async function showAgain(): Promise<void> {
  hide(true);
  const goesOn =
    isSameSession() &&
    (await api.get<Session>('/api/admin/session').then(
      ({ authenticated }) => authenticated,
      () => true,
    ));
  const holdsText = useOpenEditor.getState().text?.lacks() ?? false;
  if (!goesOn && holdsText) askAgain(); // the text is on no server
  if (goesOn || holdsText) hide(false);
  else location.reload();
}
