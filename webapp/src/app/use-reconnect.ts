// Data that can't be fetched for want of the server is fetched once it answers again; a notice says so meanwhile.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '@/lib/api-client';
import { keepTrying, reachable, retryNow } from '@/stores/connection';

interface Query {
  isActive: () => boolean;
  state: { data: unknown; error: unknown; fetchStatus: 'fetching' | 'paused' | 'idle' };
}

/** Whether a screen lacks an answer of the server. Without a network, queries pause, and go on by themselves. */
const lacksAnswer = (query: Query): boolean => {
  const { data, error, fetchStatus } = query.state;
  return (
    query.isActive() &&
    (fetchStatus === 'paused' ? data === undefined : fetchStatus === 'idle' && error !== null && !(error instanceof ApiError))
  );
};

export function useReconnect(): void {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const lacking = () => cache.getAll().some(lacksAnswer);
    let waiting = false;
    const wait = async () => {
      if (waiting) return;
      waiting = true;
      const away = !(await reachable());
      if (away) await keepTrying(async () => !lacking() || reachable());
      waiting = false;
      if (away) await client.refetchQueries({ predicate: lacksAnswer });
    };
    return cache.subscribe(({ type, query }) => {
      if (type === 'updated' && lacksAnswer(query)) void wait();
      else if (type === 'observerRemoved' && waiting && !lacking()) retryNow(); // the screen that waited was left
    });
  }, [client]);
}
