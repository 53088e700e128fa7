// A panel beside a long text that stays in sight: one that is taller than the window scrolls with the page until its
// end is visible, and only then stands still.
import { useEffect, type RefObject } from 'react';

/** Sets the `top` of a sticky element from its height and the window's. */
export function useStickyTop(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const place = () => {
      const gap = 24; // px, below the header and above the window's end
      const header = document.querySelector('header')?.offsetHeight ?? 0;
      element.style.top = `${Math.min(header + gap, window.innerHeight - element.offsetHeight - gap)}px`;
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [panel]);
}
