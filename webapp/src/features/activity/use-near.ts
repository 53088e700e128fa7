// Whether an element is on the screen, or nearly: the end of a list that loads more automatically.
import { useCallback, useState, type RefCallback } from 'react';

export function useNear<E extends Element>(): [RefCallback<E>, boolean] {
  const [near, setNear] = useState(false);
  const watch = useCallback((element: E | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting === true), { rootMargin: '600px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, near];
}
