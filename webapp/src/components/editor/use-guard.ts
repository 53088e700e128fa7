// Guards unsaved work: what the server lacks is saved before the editor closes, and only if that fails, the person is asked.
import { useEffect, useRef, useState } from 'react';
import { useBackTrap } from './use-back-trap';

export interface Guard {
  /** Whether the question is shown. */
  asking: boolean;
  /** Whether the last changes are being saved before the editor closes. */
  leaving: boolean;
  /** Closes, once everything is saved; asks if it can't be. */
  leave: () => void;
  /** Keeps editing. */
  stay: () => void;
  /** Closes without asking. */
  close: () => void;
}

interface Options {
  /** Reports whether the server lacks something. */
  lacks: () => boolean;
  /** Saves it. Resolves to whether the server has everything. */
  save: () => Promise<boolean>;
  /** Reports whether something would be lost if the page were left now. */
  wouldLose: () => boolean;
  /** Whether something has been typed: from then on, Back saves first. */
  touched: boolean;
  close: () => void;
}

export function useGuard({ lacks, save, wouldLose, touched, close }: Options): Guard {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const ask = async (release: ReturnType<typeof useBackTrap>) => {
    if (lacks()) {
      setLeaving(true);
      const saved = await save();
      setLeaving(false);
      if (!saved) {
        setAsking(true);
        return;
      }
    }
    release(close);
  };
  const release = useBackTrap(touched, (now) => void ask(now));
  const loses = useRef(wouldLose);
  useEffect(() => {
    loses.current = wouldLose;
  });
  useEffect(() => {
    const onUnload = (e: BeforeUnloadEvent) => {
      if (loses.current()) e.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  return { asking, leaving, leave: () => void ask(release), stay: () => setAsking(false), close: () => release(close) };
}
