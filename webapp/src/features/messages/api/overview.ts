// Updates the inbox's counts after a write, before and after the server's answer.
import type { QueryClient } from '@tanstack/react-query';
import { overviewQuery } from '@/lib/overview';

/** After a write: refetches the inbox, its counts and the activity log. */
export async function refreshInbox(client: QueryClient): Promise<void> {
  await Promise.all(
    [
      ['admin', 'messages', 'list'],
      ['admin', 'overview'],
      ['admin', 'activity'],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

/** Shows the expected counts until the server's are there; returns a function that reverts them. */
export async function expectCounts(client: QueryClient, unread: number, read: number): Promise<() => void> {
  await client.cancelQueries({ queryKey: overviewQuery.queryKey });
  const change = (sign: 1 | -1) =>
    client.setQueryData(
      overviewQuery.queryKey,
      (now) =>
        now && {
          ...now,
          messages: { unread: Math.max(0, now.messages.unread + sign * unread), read: Math.max(0, now.messages.read + sign * read) },
        },
    );
  change(1);
  return () => change(-1);
}
