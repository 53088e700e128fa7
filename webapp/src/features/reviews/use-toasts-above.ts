// Where toasts are while something stands at the foot of the window: above it, so that they don't cover its buttons.
import { useEffect, type RefObject } from 'react';

/** How high a toast may be, in pixels. One that fits below the element may stay there. */
const toastHeight = 160;

/** Tells toasts how far above the window's foot an element begins, as --toasts-above, while it is shown. */
export function useToastsAbove(element: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    const root = document.documentElement;
    let frame = 0;
    const place = () => {
      frame = 0;
      const box = element.current?.getBoundingClientRect();
      const covered = box && box.top < window.innerHeight && window.innerHeight - box.bottom < toastHeight;
      root.style.setProperty('--toasts-above', covered ? `${window.innerHeight - box.top}px` : '0px');
    };
    const later = () => {
      frame ||= requestAnimationFrame(place);
    };
    const size = new ResizeObserver(later);
    if (element.current) size.observe(element.current);
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    place();
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
      root.style.removeProperty('--toasts-above');
    };
  }, [element, shown]);
}
