// Loads parts of the app. One that can't be fetched is tried again until the network is back; if the server has a newer version of the app,
// which no longer has that part, the page is reloaded once. So is it if the browser doesn't ask for the part again: Firefox and Safari
// remember for as long as a page lives that a module could not be fetched.
import { keepTrying, useConnection, type ReloadReason } from '@/stores/connection';
import { readStored, writeStored } from './storage';

/** Calls import() and resolves to its module, however long that takes. Rejects only if the module itself fails. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  let loaded: Module | undefined;
  let unstyled: Error | undefined;
  /** Resolves to why the import failed; null if it didn't. */
  const failure = async (): Promise<Error | null> => {
    if (unstyled) return unstyled; // Vite asks for a stylesheet only once, and would then go on without
    try {
      loaded = await load();
      return null;
    } catch (error) {
      if (!couldNotBeFetched(error)) throw error;
      if (error.message.includes('CSS')) unstyled = error;
      return error;
    }
  };
  const attempt = async () => {
    const error = await failure();
    if (!error) return true;
    const [mine, newest] = [ownEntry(), await newestEntry()];
    if (!mine || !newest) return false;
    if (newest !== mine) {
      await reload('updated', newest);
      return false;
    }
    const file = fileOf(error);
    if (!(await canBeFetched(file ?? location.href))) return false;
    if (!(await failure())) return true;
    await reload('stuck', `${file ?? ''} ${location.pathname === openedAt ? Math.floor(Date.now() / aMinute) : Date.now()}`);
    return false;
  };
  if (!(await attempt())) await keepTrying(attempt);
  return loaded as Module;
}

/** What browsers, and Vite for a part's stylesheet, say of an import whose files can't be fetched. Nothing else distinguishes it. */
function couldNotBeFetched(error: unknown): error is Error {
  return (
    error instanceof Error && /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  );
}

/** Returns the address of the file that could not be fetched. Safari doesn't say it. */
const fileOf = ({ message }: Error): string | undefined => /https?:\/\/\S+/.exec(message)?.[0];

/** Whether the server answers for a file of the app. */
const canBeFetched = (file: string): Promise<boolean> =>
  fetch(file, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The address that this page was opened at. One that can't be loaded even so is loaded anew at most once a minute. */
const openedAt = import.meta.env.SSR ? '' : location.pathname; // the server renders with this file, too
const aMinute = 60_000;

/** What the page was last reloaded for. */
const reloadedFor = 'candor-reloaded-for';

/** Loads the present address anew, once for each cause. If something would be lost, it says so instead. */
async function reload(reason: ReloadReason, cause: string): Promise<void> {
  if (wouldLose()) {
    useConnection.setState({ needsReload: reason });
    return;
  }
  if (readStored(reloadedFor, 'sessionStorage') === cause) return;
  writeStored(reloadedFor, cause, 'sessionStorage');
  if (readStored(reloadedFor, 'sessionStorage') !== cause) return; // without storage, it could reload for ever
  location.reload();
  await new Promise(() => undefined); // the page is left
}

/** The address of the app's entry in this page. */
const ownEntry = (): string | null | undefined => document.querySelector('script[type=module][src*="/assets/site-"]')?.getAttribute('src');

/** The same in this page as the server has it now; undefined where it can't tell. */
async function newestEntry(): Promise<string | undefined> {
  if (!navigator.onLine) return undefined;
  try {
    const answer = await fetch(location.pathname + location.search, { cache: 'no-store', headers: { Accept: 'text/html' } });
    return /<script type="module"[^>]* src="(\/assets\/site-[^"]+)"/.exec(await answer.text())?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Whether reloading the page would lose something: what guards against leaving it is asked, a dialog may hold what was typed, and so does a
 * text that has been begun, as in the contact form.
 */
function wouldLose(): boolean {
  const begun = [...document.querySelectorAll('textarea')].some(({ value, defaultValue }) => value !== defaultValue);
  return (
    begun ||
    !dispatchEvent(new Event('beforeunload', { cancelable: true })) ||
    document.querySelector('[role=dialog] :is(input, textarea)') !== null
  );
}
