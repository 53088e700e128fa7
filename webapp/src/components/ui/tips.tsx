// The page's tooltips: of every element with data-tip, on hover and on keyboard focus. The element has an accessible name of its own,
// so that a tip tells nothing new to those who can't see it. One bubble serves them all, and its code is loaded for the first.
import { Suspense, useEffect, useState } from 'react';
import { lazyNamed } from '@/lib/lazy-named';

/**
 * How long the pointer rests on an element before its tip is shown, and how soon after another's it is shown at once, in milliseconds (spec
 * section 9).
 */
const delay = 700;
const skipDelay = 300;

const bubble = () => import('./tooltip');
const Tooltip = lazyNamed(bubble, 'Tooltip');

interface Tip {
  text: string;
  box: DOMRect;
}

/** Calls show with the tip to show, or null, until the returned function is called. */
function watch(show: (tip: Tip | null) => void): () => void {
  let at: Element | null = null; // what is hovered or has the focus
  let byFocus = false; // at was focused, not hovered
  let timer: ReturnType<typeof setTimeout> | undefined; // until its tip is shown
  let shown = false;
  let hiddenAt = -Infinity;
  let pressed = false; // what is pressed gets the focus, too

  const hide = () => {
    clearTimeout(timer);
    if (shown) hiddenAt = performance.now();
    shown = false;
    show(null);
  };
  const present = () => {
    const text = at?.isConnected ? at.getAttribute('data-tip') : null;
    if (!at || !text) return;
    shown = true;
    show({ text, box: at.getBoundingClientRect() });
  };
  const turnTo = (target: EventTarget | null, focused: boolean) => {
    const next = target instanceof Element ? target.closest('[data-tip]') : null;
    if (next === at && !focused) return;
    if (at) hide();
    at = next;
    byFocus = focused;
    if (!at) return;
    void bubble().catch(() => undefined); // so that it is there in time; if that fails, Tooltip tries again
    if (focused || performance.now() - hiddenAt < skipDelay) present();
    else timer = setTimeout(present, delay);
  };

  // What has the focus keeps its tip until the pointer comes to another: a page that moves beneath a resting pointer sends the same events.
  const leave = () => {
    if (!byFocus || !at?.contains(document.activeElement)) turnTo(null, false);
  };
  const onHover = (e: PointerEvent) => {
    if (e.pointerType === 'touch') return;
    if (e.target instanceof Element && e.target.closest('[data-tip]')) turnTo(e.target, false);
    else leave();
  };
  const onOut = (e: PointerEvent) => {
    if (!e.relatedTarget) leave(); // of the window
  };
  const onBlur = () => turnTo(null, false);
  const onFocus = (e: FocusEvent) => {
    if (!pressed) turnTo(e.target instanceof Element && e.target.matches(':focus-visible') ? e.target : null, true);
  };
  const onPress = () => {
    pressed = true;
    hide();
  };
  const onRelease = () => (pressed = false);
  const listeners = [
    ['pointerover', onHover],
    ['pointerout', onOut],
    ['focusin', onFocus],
    ['focusout', onBlur],
    ['pointerdown', onPress],
    ['pointerup', onRelease],
    ['pointercancel', onRelease],
    ['scroll', hide],
  ] as const;
  for (const [name, listener] of listeners) document.addEventListener(name, listener as EventListener, true);
  window.addEventListener('resize', hide);
  return () => {
    window.removeEventListener('resize', hide);
    for (const [name, listener] of listeners) document.removeEventListener(name, listener as EventListener, true);
    hide();
  };
}

export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => watch(setTip), []);
  return <Suspense>{tip ? <Tooltip {...tip} onClose={() => setTip(null)} /> : null}</Suspense>;
}
