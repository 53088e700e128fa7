// Something that a button shows and hides: closed by Escape (focus returns to the button), by a press outside and when
// focus leaves; arrow keys walk its links.
import { useEffect, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

export function useDisclosure(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const onPress = (e: PointerEvent) => {
      if (e.target instanceof Node && !root.current?.contains(e.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open, root]);

  const onKeyDown = (e: KeyboardEvent) => {
    const button = root.current?.querySelector<HTMLElement>('button[aria-expanded]');
    if (e.key === 'Escape' && open) {
      setOpen(false);
      button?.focus();
    } else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault();
      setOpen(true);
      const step = e.key === 'ArrowDown' ? 1 : -1;
      // The links can take focus only once they are shown.
      requestAnimationFrame(() => {
        const links = [...(root.current?.querySelectorAll<HTMLElement>('a') ?? [])];
        const at = links.indexOf(document.activeElement as HTMLElement);
        const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : (at + step + links.length) % links.length;
        links[next]?.focus();
      });
    }
  };

  const onBlur = (e: FocusEvent) => {
    if (e.relatedTarget && !root.current?.contains(e.relatedTarget)) setOpen(false);
  };

  return { open, setOpen, onKeyDown, onBlur };
}
