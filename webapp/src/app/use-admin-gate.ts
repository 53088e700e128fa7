// Who may see the admin's screens (spec section 4): the browser's marker comes first, because it answers at once; the
// server's session decides.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '@/features/session/api/session';
import { endSession, sessionExpired, useSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';

type Gate = { state: 'checking' } | { state: 'out' } | { state: 'in'; username: string; since: Date };

export function useAdminGate(): Gate {
  const session = useSession();
  const expired = sessionExpired(session);
  const marked = session.loginTime !== null && !expired;
  const server = useQuery({ ...sessionQuery, enabled: marked });
  const refused = server.data?.authenticated === false;

  useEffect(() => {
    if (!expired && !refused) return;
    endSession();
    showToast({ variant: 'destructive', title: 'Session Expired', description: 'Please log in again.' });
  }, [expired, refused]);

  if (session.loginTime === null || expired || refused) return { state: 'out' };
  // Without an answer the marker stands: every call is still checked by the server.
  if (server.isPending) return { state: 'checking' };
  return { state: 'in', username: server.data?.username ?? 'admin', since: new Date(server.data?.loginTime ?? session.loginTime) };
}
