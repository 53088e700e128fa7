// The place of toasts and notices in a dialog. They come at any moment, so that none of them may move or cover what can be pressed.
import { useNoticeSlots } from '@/hooks/use-notice-slot';

/** Above the last line of what fills the window. */
export function NoticeSlot({ className }: { className?: string }) {
  return <div ref={announce} className={className} />;
}

/**
 * Below the panel that it is in or, where the window ends too soon, above the panel's buttons, where the text that scrolls gives up its
 * room, and only then scrolls itself.
 */
export function PanelNoticeSlot() {
  return (
    <div
      ref={announceAndPlace}
      className="data-within:min-h-0 data-within:overflow-y-auto data-within:px-5 not-data-within:absolute not-data-within:inset-x-0 not-data-within:top-full not-data-within:mx-auto not-data-within:max-w-xl"
    />
  );
}

/**
 * Tells where notices belong until the returned function is called. Both refs are the same at every render, so that React calls them once.
 */
function announce(slot: HTMLElement | null) {
  if (!slot) return undefined;
  useNoticeSlots.setState(({ slots }) => ({ slots: [...slots, slot] }));
  return () => useNoticeSlots.setState(({ slots }) => ({ slots: slots.filter((other) => other !== slot) }));
}

function announceAndPlace(slot: HTMLElement | null) {
  if (!slot) return undefined;
  const leave = announce(slot);
  const release = placeNotices(slot);
  return () => {
    release();
    leave?.();
  };
}

/** Keeps the notices of a slot in their place until the returned function is called. */
function placeNotices(slot: HTMLElement): () => void {
  const panel = slot.parentElement;
  if (!panel) return () => undefined;
  const place = () => {
    slot.removeAttribute('data-within');
    panel.style.height = '';
    if (slot.getBoundingClientRect().bottom <= innerHeight) return;
    panel.style.height = getComputedStyle(panel).height; // a panel that grew would move, as it is centred
    slot.setAttribute('data-within', '');
  };
  const notices = new MutationObserver(place); // is told before anything is drawn
  notices.observe(slot, { childList: true, subtree: true, characterData: true });
  const size = new ResizeObserver(place); // other content in the panel
  size.observe(panel);
  addEventListener('resize', place);
  return () => {
    notices.disconnect();
    size.disconnect();
    removeEventListener('resize', place);
  };
}
