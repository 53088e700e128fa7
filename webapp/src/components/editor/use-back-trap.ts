// Back closes what is open instead of leaving the page: while it is armed, the browser's history has one more entry for
// the same address, which Back takes off.
import { useCallback, useEffect, useRef } from 'react';
import { uuid } from '@/lib/uuid';

const stateNow = () => history.state as Record<string, unknown> | null;

/**
 * @param onBack called when the person went back; the page has stayed where it was.
 * @returns a function that takes the extra entry off for good, and then calls `then`, which may navigate.
 */
export function useBackTrap(armed: boolean, onBack: () => void): (then: () => void) => void {
  const latest = useRef(onBack);
  const release = useRef((then: () => void) => then());
  useEffect(() => {
    latest.current = onBack;
  }, [onBack]);

  useEffect(() => {
    if (!armed) return;
    const mark = uuid();
    const onTop = () => stateNow()?.trap === mark;
    // The router's own state stays in it: to the router, both entries are the same place.
    const push = () => history.pushState({ ...stateNow(), trap: mark }, '');
    const onPop = () => {
      if (onTop()) return;
      push();
      latest.current();
    };
    push();
    window.addEventListener('popstate', onPop);
    release.current = (then) => {
      window.removeEventListener('popstate', onPop);
      if (!onTop()) return then();
      window.addEventListener('popstate', then, { once: true });
      history.back();
    };
    return () => {
      release.current = (then) => then();
      window.removeEventListener('popstate', onPop);
      // The extra entry goes, unless the page is moving on, which shows a moment later.
      setTimeout(() => {
        if (onTop()) history.back();
      });
    };
  }, [armed]);

  return useCallback((then) => release.current(then), []);
}
