// Presses on a page that React hasn't taken over yet. Links and forms work before, a button doesn't: a script in index.html notes the last one.

declare global {
  interface Window {
    notePress?: (event: MouseEvent) => void;
    pressed?: HTMLButtonElement;
  }
}

/** Presses again the button that was pressed while nobody listened, and ends the noting. To be called once React listens. */
export function pressAgain(): void {
  if (window.notePress) removeEventListener('click', window.notePress);
  if (window.pressed?.isConnected) window.pressed.click();
}
