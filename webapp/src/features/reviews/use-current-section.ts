// Which part of a text is being read: the last one that has reached the bar of contents.
import { useEffect, useState, type RefObject } from 'react';

/** How far below the bar a part counts as reached, in pixels: somewhat more than an anchor's jump leaves. */
const reach = 40;

/** Returns the id of the part in the bar's parent that is being read; undefined above the first. */
export function useCurrentSection(bar: RefObject<HTMLElement | null>, ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const all = ids.join(' ');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const element = bar.current;
      if (!element) return;
      const line = element.getBoundingClientRect().bottom + reach;
      const parts = all.split(' ').flatMap((id) => document.getElementById(id) ?? []);
      setCurrent(parts.findLast((part) => element.parentElement?.contains(part) && part.getBoundingClientRect().top <= line)?.id);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    onScroll();
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, [bar, all]);
  return current;
}
