// Where the admin is signed in.
import { Button } from '@/components/ui/button';
import { fullDate } from '@/components/ui/time-ago';
import type { OpenSession } from '@/lib/api-types';
import { showToast } from '@/stores/toasts';
import { useEndOtherSessions } from '../api/account';
import { browserName } from '../browser-name';

export function Sessions({ sessions }: { sessions: readonly OpenSession[] }) {
  const ending = useEndOtherSessions();
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => showToast({ title: 'Signed out everywhere else' }),
      onError: () =>
        showToast({ variant: 'destructive', title: 'Error', description: 'The other sessions could not be ended. Please try again.' }),
    });
  return (
    <section aria-labelledby="sessions-title">
      <h3 id="sessions-title" className="font-sans text-base font-semibold">
        Sessions
      </h3>
      <ul className="mt-3 border-t border-rule">
        {sessions.map((s, i) => (
          <li key={i} className="border-b border-rule py-3 text-small">
            <p className="font-semibold" title={s.userAgent}>
              {browserName(s.userAgent)}
              {s.current ? <span className="font-normal text-secondary"> (this session)</span> : null}
            </p>
            <p className="text-secondary">
              {s.address ? `${s.address} · ` : ''}Signed in {fullDate(s.loginTime)} · Ends {fullDate(s.expiresAt)}
            </p>
          </li>
        ))}
      </ul>
      <Button variant="plain" className="mt-4" disabled={sessions.length < 2 || ending.isPending} onClick={end}>
        Sign out everywhere else
      </Button>
      {sessions.length < 2 ? <p className="mt-2 text-small text-muted">You aren’t signed in anywhere else.</p> : null}
    </section>
  );
}
