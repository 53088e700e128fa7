// New changes as they come, over server-sent events. A page that nobody looks at gives its connection back: a browser has
// only six for a site.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { liveAddress, type TrailFilter } from './api/trail';
import { sessionQuery } from './api/session';
import type { HistoryEntry } from '@/lib/api-types';

/** How long to wait after a refusal, in milliseconds; the browser itself connects again after a broken connection. */
const pause = 10_000;

/** The most entries that are buffered; beyond it, the list is refetched. */
const most = 500;

interface Live {
  /** Newest first. */
  arrived: HistoryEntry[];
  connected: boolean;
}

/**
 * after is the position up to which everything is known, undefined for now; nothing is asked for until ready. overrun is called when too
 * many came.
 */
export function useLiveTrail(filter: TrailFilter, after: number | undefined, ready: boolean, overrun: () => void): Live {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<HistoryEntry[]>([]);
  const [connected, setConnected] = useState(false);
  const last = useRef<number | undefined>(undefined);
  const start = useRef({ after, overrun });
  useEffect(() => {
    start.current = { after, overrun };
  });
  const wanted = JSON.stringify(filter);
  useEffect(() => {
    if (!ready || typeof EventSource === 'undefined') return undefined;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
      setConnected(false);
    };
    const open = () => {
      close();
      if (document.hidden) return;
      const stream = new EventSource(liveAddress(JSON.parse(wanted) as TrailFilter, last.current ?? start.current.after));
      source = stream;
      stream.onopen = () => setConnected(true);
      stream.onmessage = (e: MessageEvent<string>) => {
        const entry = JSON.parse(e.data) as HistoryEntry;
        last.current = entry.position;
        setArrived((before) => {
          // more of a save replaces what came of it
          if (before.length < most) return [entry, ...before.filter((e) => e.first !== entry.first)];
          start.current.overrun();
          return [];
        });
      };
      stream.onerror = () => {
        setConnected(false);
        if (stream.readyState !== EventSource.CLOSED) return;
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey }); // was it refused because the session is over?
        timer = setTimeout(open, pause);
      };
    };
    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      close();
    };
  }, [wanted, ready, client]);
  return { arrived, connected };
}
