// The text of a search box that searches after a short pause in typing.
import { useEffect, useState } from 'react';

/** How long a pause in typing is, in milliseconds. */
const pause = 250;

/**
 * Returns the box's text, and what changes it. A new `value`, the current search, replaces the text. `onPause` is told what stands in the
 * box after a pause in typing, trimmed; '' when nothing is left.
 */
export function useTyping(value: string, onPause: (term: string) => void): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The box's own last search. When it arrives as `value`, the text that was typed since stays.
  const [asked, setAsked] = useState<string | null>(null);
  if (shown !== value) {
    setShown(value);
    setAsked(null);
    if (value !== asked) setText(value);
  }
  const term = text.trim();
  useEffect(() => {
    if (term === value || asked === term) return;
    const timer = setTimeout(() => {
      setAsked(term);
      onPause(term);
    }, pause);
    return () => clearTimeout(timer);
  }, [onPause, term, value, asked]);
  return [text, setText];
}
