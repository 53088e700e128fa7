// Learns who else has the same item open, and says that this window has.
import { useEffect, useState } from 'react';
import { announce, leave, type DraftPlace } from '@/lib/draft-calls';
import type { OtherEditors } from '@/lib/api-types';
import { uuid } from '@/lib/uuid';

/** In milliseconds; the server forgets a window after three of them. */
const every = 20_000;

export type OtherEditor = OtherEditors['others'][number];

/** @param there whether anybody else could have it open: a new item whose draft has no address is nowhere else. */
export function useEditingElsewhere(place: DraftPlace, there: boolean): OtherEditor | null {
  const [other, setOther] = useState<OtherEditor | null>(null);
  const [id] = useState(uuid);
  useEffect(() => {
    if (!there) return;
    const ended = new AbortController();
    // It is a courtesy: a call that fails is made again in a moment.
    const ask = () =>
      announce(place, id, ended.signal).then(
        ({ others }) => setOther(others[0] ?? null),
        () => undefined,
      );
    const go = () => void leave(place, id).catch(() => undefined);
    void ask();
    const timer = setInterval(() => void ask(), every);
    window.addEventListener('pagehide', go);
    return () => {
      ended.abort();
      clearInterval(timer);
      window.removeEventListener('pagehide', go);
      go();
    };
  }, [place, id, there]);
  return there ? other : null;
}
