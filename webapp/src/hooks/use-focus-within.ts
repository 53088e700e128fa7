// Whether the focus is inside an element. An element that is taken away while it has the focus tells nobody, so the
// document is listened to.
import { useEffect, useState, type RefObject } from 'react';

export function useFocusWithin(ref: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const look = (target: EventTarget | null) => setWithin(target instanceof Node && ref.current?.contains(target) === true);
    const onIn = (e: FocusEvent) => look(e.target);
    const onOut = (e: FocusEvent) => look(e.relatedTarget);
    document.addEventListener('focusin', onIn);
    document.addEventListener('focusout', onOut);
    return () => {
      document.removeEventListener('focusin', onIn);
      document.removeEventListener('focusout', onOut);
    };
  }, [ref]);
  return within;
}
