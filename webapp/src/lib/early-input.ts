// What a reader does with a page that React hasn't taken over yet. Links and forms work before, and what is typed stays; buttons and choices
// need React. A script in index.html notes those, each once, in the order of their last use.

declare global {
  interface Window {
    early?: Set<HTMLElement> & { note: (event: Event) => void };
  }
}

/** Does again what was done while nobody listened, and ends the noting. To be called once React listens. */
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
