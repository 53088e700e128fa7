// A finger's movement to the left or right across an element, for the next and the previous of something.
import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** How far a finger must go, in pixels. */
const minDistance = 48;

/**
 * Returns the element's handlers, and how far the finger has moved it so far, in pixels. While the screen is zoomed in, a finger
 * moves what it shows instead.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [offset, setOffset] = useState(0);
  const zoomed = useZoomed();

  const end = () => {
    start.current = null;
    setOffset(0);
  };
  const moved = (e: PointerEvent) =>
    start.current && e.isPrimary ? { x: e.clientX - start.current.x, y: e.clientY - start.current.y } : null;
  return {
    zoomed,
    offset,
    handlers: {
      onPointerDown: (e: PointerEvent) => {
        // A second finger makes it a pinch.
        if (!e.isPrimary || zoomed) end();
        else if (e.pointerType !== 'mouse') start.current = { x: e.clientX, y: e.clientY };
      },
      onPointerMove: (e: PointerEvent) => {
        const by = moved(e);
        if (by) setOffset(by.x);
      },
      onPointerUp: (e: PointerEvent) => {
        const by = moved(e);
        if (!by) return;
        end();
        if (Math.abs(by.x) >= minDistance && Math.abs(by.x) > Math.abs(by.y)) onSwipe(by.x < 0 ? 1 : -1);
      },
      onPointerCancel: end,
    },
  };
}

/** Whether the reader has zoomed in with two fingers. */
function useZoomed(): boolean {
  const [zoomed, setZoomed] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const onResize = () => setZoomed(viewport.scale > 1.01);
    viewport.addEventListener('resize', onResize);
    return () => viewport.removeEventListener('resize', onResize);
  }, []);
  return zoomed;
}
