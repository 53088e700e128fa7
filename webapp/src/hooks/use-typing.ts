// The text of a search box that searches after a short pause in typing.
import { useEffect, useEffectEvent, useState } from 'react';
import { isTooLong } from '@/lib/search-limit';

/** How long a pause in typing is, in milliseconds. */
const pause = 200;

export interface Typing {
  text: string;
  setText: (text: string) => void;
  /** Whether the text, trimmed, has been searched. */
  searched: boolean;
  /** Searches at once, unless the text is too long. */
  search: (term: string) => void;
}

/**
 * Returns the text of a search box. A new `value`, the current search, replaces it, as after the back button; but text that was typed while
 * the box's own search arrived stays. `onSearch` is told each search, trimmed, '' when nothing is left, and whether it follows a pause.
 */
export function useTyping(value: string, onSearch: (term: string, paused: boolean) => void): Typing {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The searches that have not become the value yet. When one does, more may have been typed in the meantime.
  const [asked, setAsked] = useState<string[]>([]);
  if (known !== value) {
    setKnown(value);
    const answered = asked.indexOf(value);
    setAsked(answered < 0 ? [] : asked.slice(answered + 1));
    if (answered < 0 && value !== text.trim()) setText(value);
  }
  const term = text.trim();
  const searched = term === (asked.at(-1) ?? value);
  const search = (wanted: string, paused: boolean) => {
    if (isTooLong(wanted)) return;
    if (wanted !== value) setAsked([...asked, wanted]);
    onSearch(wanted, paused);
  };
  const onPause = useEffectEvent(() => search(term, true));
  useEffect(() => {
    if (searched) return;
    const timer = setTimeout(() => onPause(), pause);
    return () => clearTimeout(timer);
  }, [term, searched]);
  return { text, setText, searched, search: (wanted) => search(wanted, false) };
}
