// What a write does to the inbox's counts, before the server has told them and after.
import type { QueryClient } from '@tanstack/react-query';
import { overviewQuery } from '@/lib/overview';

/** After a write: the inbox, its counts and the activity log ask anew. */
export async function refreshInbox(client: QueryClient): Promise<void> {
  await Promise.all([['admin', 'messages', 'list'], ['admin', 'overview'], ['admin', 'activity']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Shows other counts until the server has told them; returns how to take that back. */
export async function expectCounts(client: QueryClient, unread: number, read: number): Promise<() => void> {
  await client.cancelQueries({ queryKey: overviewQuery.queryKey });
  const change = (sign: 1 | -1) =>
    client.setQueryData(overviewQuery.queryKey, (now) =>
      now && { ...now, messages: { unread: Math.max(0, now.messages.unread + sign * unread), read: Math.max(0, now.messages.read + sign * read) } },
    );
  change(1);
  return () => change(-1);
}
