// Back closes what is open instead of leaving the page: while it is armed, the browser's history has one more entry for
// the same address, which Back takes off.
import { useEffect, useRef } from 'react';
import { uuid } from '@/lib/uuid';

const stateNow = () => history.state as Record<string, unknown> | null;

/** @param onBack called when the person went back; the page has stayed where it was. */
export function useBackTrap(armed: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  }, [onBack]);

  useEffect(() => {
    if (!armed) return;
    const mark = uuid();
    // The router's own state stays in it: to the router, both entries are the same place.
    const push = () => history.pushState({ ...stateNow(), trap: mark }, '');
    const onPop = () => {
      if (stateNow()?.trap === mark) return;
      push();
      latest.current();
    };
    push();
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      // The extra entry goes, unless the page is moving on, which shows a moment later.
      setTimeout(() => {
        if (stateNow()?.trap === mark) history.back();
      });
    };
  }, [armed]);
}
