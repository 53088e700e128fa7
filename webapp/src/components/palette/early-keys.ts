// Keys that are pressed after the palette was asked for, and before its field is there to take them.

export interface EarlyKeys {
  text: string;
  /** How far down the arrow keys went. */
  moves: number;
  enter: boolean;
}

/** Takes all keys from now on. What it returns gives them back: null if Escape was among them. */
export function takeKeys(): () => EarlyKeys | null {
  const keys: EarlyKeys = { text: '', moves: 0, enter: false };
  let escaped = false;
  const take = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
    if (keys.enter || escaped) {
      // Nothing comes after these.
    } else if (e.key === 'ArrowDown') keys.moves++;
    else if (e.key === 'ArrowUp') keys.moves--;
    else if (e.key === 'Enter') keys.enter = true;
    else if (e.key === 'Escape') escaped = true;
    else if (e.key === 'Backspace') keys.text = keys.text.slice(0, -1);
    else if (e.key.length === 1) {
      keys.text += e.key;
      keys.moves = 0;
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  document.addEventListener('keydown', take, { capture: true });
  return () => {
    document.removeEventListener('keydown', take, { capture: true });
    return escaped ? null : keys;
  };
}
