// Keeps a tab at a past moment: every call, address and link of the app says which moment it is, and leaving the public
// pages leaves the past. It begins before the app does.
import { at, isOfThePast, withMoment } from './moment';

/** How often a call is retried while the past is being built. */
const maxTries = 60;

export function keepMoment(moment: string): void {
  keepCalls(moment);
  keepAddresses(moment);
  keepLinks(moment);
}

/** The app's calls are about the moment, and wait for what is being built. */
function keepCalls(moment: string): void {
  const call = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return call(input, init);
    const there = withMoment(new URL(input, location.href), moment, location.origin);
    for (let tries = 1; ; tries++) {
      const answer = await call(there.pathname + there.search, init);
      if (answer.status !== 503 || tries === maxTries || !(await isBuilding(answer.clone()))) return answer;
      await new Promise((next) => setTimeout(next, 1000));
      init?.signal?.throwIfAborted();
    }
  };
}

async function isBuilding(answer: Response): Promise<boolean> {
  const problem = (await answer.json().catch(() => null)) as { type?: string } | null;
  return problem?.type === 'urn:candor:problem:being-built';
}

/** The app's addresses say the moment; the dashboard's are opened as pages of their own. */
function keepAddresses(moment: string): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    history[name] = (state, unused, to) => {
      const there = new URL(to ?? location.href, location.href);
      // Another site's address is refused by the browser, as it is without this script.
      if (there.origin !== location.origin || isOfThePast(there)) change(state, unused, withMoment(there, moment, location.origin));
      else location.assign(there);
    };
  }
}

/** A link says the moment once somebody comes near it, so that it also opens there in a tab of its own. */
function keepLinks(moment: string): void {
  const onNear = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.getAttribute('href')?.startsWith('/') || link.origin !== location.origin) return;
    const there = withMoment(new URL(link.href), moment, location.origin);
    if (there.href !== link.href) link.href = there.pathname + there.search + there.hash;
  };
  for (const name of ['pointerover', 'pointerdown', 'focusin']) document.addEventListener(name, onNear, { capture: true, passive: true });
}

/** The bar's own controls: another moment on the page where the reader now is, and the way out. */
export function steer(bar: HTMLElement): void {
  const field = bar.querySelector('input');
  bar.querySelector('form')?.addEventListener('submit', (e) => {
    e.preventDefault();
    if (field) location.assign(at(new URL(location.href), field.value));
  });
  bar.querySelector('a')?.addEventListener('click', (e) => {
    e.preventDefault();
    location.assign(at(new URL(location.href), null));
  });
}
