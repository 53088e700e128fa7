// Guards unsaved work: asks before the dialog is closed or the page is left.
import { useEffect, useState } from 'react';
import { useBackTrap } from './use-back-trap';

export interface Guard {
  /** Whether the question is shown. */
  asking: boolean;
  /** Closes, or asks first if something would be lost. */
  leave: () => void;
  /** Keeps editing. */
  stay: () => void;
  /** Closes without asking. */
  close: () => void;
}

interface Options {
  /** Reports whether something would be lost now. */
  isDirty: () => boolean;
  /** Whether something has been typed: from then on, Back asks. */
  touched: boolean;
  close: () => void;
}

export function useGuard({ isDirty, touched, close }: Options): Guard {
  const [asking, setAsking] = useState(false);
  const ask = (release: ReturnType<typeof useBackTrap>) => {
    if (isDirty()) setAsking(true);
    else release(close);
  };
  const release = useBackTrap(touched, ask);
  useEffect(() => {
    const onUnload = (e: BeforeUnloadEvent) => {
      if (isDirty()) e.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isDirty]);
  return { asking, leave: () => ask(release), stay: () => setAsking(false), close: () => release(close) };
}
