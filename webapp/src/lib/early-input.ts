// Input that comes before React has taken over the page. Links, forms and text fields work by then; buttons and selects need React.
// A script in index.html notes the buttons and selects that were used: each once, in the order of their last use.

declare global {
  interface Window {
    early?: Set<HTMLElement> & { note: (event: Event) => void };
  }
}

/** Presses the noted buttons and reports the noted choices again, and stops noting. Call it once React listens. */
export async function repeatEarlyInput(): Promise<void> {
  const { early } = window;
  if (!early) return;
  for (const type of ['click', 'change']) removeEventListener(type, early.note);
  for (const element of early) {
    if (!element.isConnected) continue;
    if (element instanceof HTMLSelectElement) element.dispatchEvent(new Event('change', { bubbles: true }));
    else element.click();
    await new Promise((rendered) => setTimeout(rendered)); // the next one is done on the page as this one has left it
  }
  early.clear();
}
