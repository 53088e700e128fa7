// Loads parts of the app. One that can't be fetched is tried again until the network is back; if the server has a newer version of the app,
// which no longer has that part, the page is reloaded once.
import { keepTrying, useConnection } from '@/stores/connection';
import { readStored, writeStored } from './storage';

/** Calls import() and resolves to its module, however long that takes. Rejects only if the module itself fails. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  let loaded: Module | undefined;
  const attempt = async () => {
    try {
      loaded = await load();
      return true;
    } catch (error) {
      if (!couldNotBeFetched(error)) throw error;
      await renew();
      return false;
    }
  };
  if (!(await attempt())) await keepTrying(attempt);
  return loaded as Module;
}

/** What browsers, and Vite for a part's stylesheet, say of an import whose files can't be fetched. Nothing else distinguishes it. */
function couldNotBeFetched(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message);
}

/** The version that the page was last reloaded for. */
const reloadedFor = 'candor-reloaded-for';

/** Reloads the page if that brings a newer version of the app. If something would be lost, it says so instead. */
async function renew(): Promise<void> {
  const mine = document.querySelector('script[type=module][src*="/assets/site-"]')?.getAttribute('src');
  if (!mine || !navigator.onLine) return;
  const newest = await newestEntry();
  if (!newest || newest === mine) return;
  if (wouldLose()) {
    useConnection.setState({ outdated: true });
    return;
  }
  if (readStored(reloadedFor, 'sessionStorage') === newest) return;
  writeStored(reloadedFor, newest, 'sessionStorage');
  if (readStored(reloadedFor, 'sessionStorage') !== newest) return; // without storage, it could reload for ever
  location.reload();
  await new Promise(() => undefined); // the page is left
}

/** The address of the app's entry in this page as the server has it now; undefined where it can't tell. */
async function newestEntry(): Promise<string | undefined> {
  try {
    const answer = await fetch(location.pathname + location.search, { cache: 'no-store', headers: { Accept: 'text/html' } });
    return /<script type="module"[^>]* src="(\/assets\/site-[^"]+)"/.exec(await answer.text())?.[1];
  } catch {
    return undefined;
  }
}

/** Whether reloading the page would lose something: what guards against leaving it is asked, and a dialog may hold what was typed. */
function wouldLose(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true })) || document.querySelector('[role=dialog] :is(input, textarea)') !== null;
}
