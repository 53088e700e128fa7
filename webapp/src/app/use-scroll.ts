// Where the page stands after a route change: at the top (or the address's anchor) on a new page, where it was on the
// way back. Focus goes to the content, so that the keyboard and screen readers start there.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

export function useScroll(main: RefObject<HTMLElement | null>): void {
  const { key, pathname: path, hash } = useLocation();
  // An editor (/admin/reviews/12/edit) lies over its list, which keeps its place and takes the focus back. Settings have a page each.
  const pathname = path.replace(/^(\/admin\/(?!settings\/)[^/]+)\/.*/, '$1');
  const how = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => positions.current.set(shown.current.key, window.scrollY);
    // A page that is left for good, or loaded again, is the browser's to restore.
    const leave = () => void (history.scrollRestoration = 'auto');
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    const anchor = hash ? document.getElementById(hash.slice(1)) : null;
    if (how === NavigationType.Pop) window.scrollTo(0, positions.current.get(key) ?? 0);
    else if (anchor) anchor.scrollIntoView();
    else if (before.pathname !== pathname) window.scrollTo(0, 0);
    if (before.pathname !== pathname) main.current?.focus({ preventScroll: true });
  }, [key, pathname, hash, how, main]);
}
