// Fades the edges of a row that can be scrolled, where there is more beyond them.
import { useEffect, type RefObject } from 'react';

const fade = '2rem';

export function useFadedEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const beyond = scrollWidth - clientWidth;
      const left = getComputedStyle(element).direction === 'rtl' ? beyond + scrollLeft : scrollLeft;
      const [start, end] = [left, beyond - left].map((hidden) => (hidden > 1 ? fade : '0px'));
      element.style.maskImage =
        beyond > 1 ? `linear-gradient(to right, transparent, #000 ${start}, #000 calc(100% - ${end}), transparent)` : '';
    };
    const sizes = new ResizeObserver(look);
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row]);
}
