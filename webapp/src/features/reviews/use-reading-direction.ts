// Whether a reader scrolls down, to read on, or up again. On phones the header makes room for the text meanwhile (styles/main.css).
import { useEffect } from 'react';

/** How far a scroll goes at least to count, in pixels: less may be the hand's tremor. */
const least = 4;

/** Tells the style sheet in which direction the page was last scrolled: data-reading of the root is 'down' or 'up'. */
export function useReadingDirection(): void {
  useEffect(() => {
    const root = document.documentElement;
    let before = window.scrollY;
    const onScroll = () => {
      const now = Math.max(0, window.scrollY); // beyond the top a phone's page springs back
      if (Math.abs(now - before) < least) return;
      root.dataset.reading = now > before ? 'down' : 'up';
      before = now;
    };
    root.dataset.reading = before > 0 ? 'down' : 'up';
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      delete root.dataset.reading;
    };
  }, []);
}
