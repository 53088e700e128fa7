// Back closes what is open instead of leaving the page: while it is armed, the browser's history has one more entry for
// the same address, which Back takes off.
import { useCallback, useEffect, useRef } from 'react';
import { uuid } from '@/lib/uuid';

const stateNow = () => history.state as Record<string, unknown> | null;

/** Takes the extra entry off for good, and then calls `then`, which may navigate. */
type Release = (then: () => void) => void;

const nothing: Release = (then) => then();

/** The browser is taking off an entry that is not needed any more. It tells of that as if someone had gone back. */
let takingOff = false;

/** @param onBack called when the person went back; the page has stayed where it was. */
export function useBackTrap(armed: boolean, onBack: (release: Release) => void): Release {
  const latest = useRef(onBack);
  const release = useRef(nothing);
  useEffect(() => {
    latest.current = onBack;
  }, [onBack]);

  // An extra entry that a reload has left over would have to be gone back through.
  useEffect(() => {
    const { trap, ...state } = stateNow() ?? {};
    if (trap === undefined) return;
    history.replaceState(state, '');
    history.back();
  }, []);

  useEffect(() => {
    if (!armed) return;
    const mark = uuid();
    const onTop = () => stateNow()?.trap === mark;
    // The router's own state stays in it: to the router, both entries are the same place.
    const push = () => history.pushState({ ...stateNow(), trap: mark }, '');
    const onPop = () => {
      if (onTop()) return;
      push();
      latest.current(release.current);
    };
    const arm = () => {
      push();
      window.addEventListener('popstate', onPop);
    };
    const disarm = () => {
      window.removeEventListener('popstate', arm);
      window.removeEventListener('popstate', onPop);
    };
    if (takingOff) window.addEventListener('popstate', arm, { once: true });
    else arm();
    release.current = (then) => {
      disarm();
      if (!onTop()) {
        then();
        return;
      }
      window.addEventListener('popstate', then, { once: true });
      history.back();
    };
    return () => {
      release.current = nothing;
      disarm();
      // The extra entry goes, unless the page is moving on, which shows a moment later.
      setTimeout(() => {
        if (!onTop()) return;
        takingOff = true;
        window.addEventListener('popstate', () => (takingOff = false), { once: true });
        history.back();
      });
    };
  }, [armed]);

  return useCallback<Release>((then) => release.current(then), []);
}
