// Decides who may see the admin's screens (spec section 4). The browser's marker comes first, because it is known at once; the
// server's session decides. When it refuses any call with 401, it is asked again: a call that was under way while the password was changed
// is refused, too, and ends nothing.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '@/features/session/api/session';
import { ApiError } from '@/lib/api-client';
import { useOpenEditor, type UnsavedText } from '@/stores/open-editor';
import { askAgain, endSession, sessionExpired, useSession } from '@/stores/session';
import { showToast } from '@/stores/toasts';

type Gate = { state: 'checking' } | { state: 'out' } | { state: 'in'; username: string; since: Date; until: Date | null };

/** Returns what is known of the session. */
function useKnownSession() {
  const session = useSession();
  const expired = sessionExpired(session);
  const marked = session.loginTime !== null && !expired;
  const server = useQuery({ ...sessionQuery, enabled: marked });
  return { session, marked, server, isOver: expired || server.data?.authenticated === false };
}

/** Decides what the dashboard shows. An open editor stays until it is known whether it holds text that isn't saved. */
export function useAdminGate(): Gate {
  const { session, isOver, server } = useKnownSession();
  const isEditing = useOpenEditor(hasText);
  if (session.loginTime === null || (isOver && !isEditing)) return { state: 'out' };
  // Without an answer the marker stands: every call is still checked by the server.
  if (server.isPending) return { state: 'checking' };
  return {
    state: 'in',
    username: server.data?.username ?? 'admin',
    since: new Date(server.data?.loginTime ?? session.loginTime),
    until: server.data?.expiresAt ? new Date(server.data.expiresAt) : null,
  };
}

/** Ends the session in the browser when its time is over or the server refuses it. */
export function useSessionEnd(): void {
  const client = useQueryClient();
  const { marked, isOver } = useKnownSession();
  const isEditing = useOpenEditor(hasText);

  useEffect(() => {
    if (isOver) expire(); // again when an editor is closed whose question was put off
  }, [isOver, isEditing]);

  useEffect(() => {
    if (!marked) return;
    const onError = (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) return;
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(() => {
        if (client.getQueryData(sessionQuery.queryKey)?.authenticated === false) expire(); // again, if the question was put off
      });
    };
    const queries = client.getQueryCache().subscribe((e) => {
      if (e.type === 'updated' && e.action.type === 'error') onError(e.action.error);
    });
    const mutations = client.getMutationCache().subscribe((e) => {
      if (e.type === 'updated' && e.action.type === 'error') onError(e.action.error);
    });
    return () => {
      queries();
      mutations();
    };
  }, [client, marked]);
}

const hasText = ({ text }: { text: UnsavedText | null }): boolean => text !== null;

/**
 * Reports whether an open editor has text that isn’t saved on the server. Not for use while rendering: the editor's state may be newer
 * then.
 */
const holdsText = (): boolean => useOpenEditor.getState().text?.lacks() ?? false;

/** Ends a session that the admin has not ended, and says so once. */
function expire(): void {
  const { loginTime, asksAgain } = useSession.getState();
  if (loginTime === null || asksAgain) return;
  if (holdsText()) {
    askAgain();
    return;
  }
  endSession();
  showToast({ variant: 'destructive', title: 'Session Expired', description: 'Please log in again.' });
}
