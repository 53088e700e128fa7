// When unsaved changes go to the server: after a pause in typing, at most once a minute, and when the page is left. While the
// server lacks them, they are also kept on this device. What is saved, and how, is for whoever makes an autosaver.
import type { DeviceCopy } from './device-copies';

/** In milliseconds. */
const pause = 5_000;
const atMostEvery = 60_000;
const copyAfter = 500;
const retryAfter = 20_000;

export type SaveState =
  /** Nothing has been changed. */
  | { state: 'clean' }
  /** Changed since the server was sent something. */
  | { state: 'unsaved' }
  | { state: 'saving' }
  /** at: in milliseconds since 1970. */
  | { state: 'saved'; at: number }
  /** why completes "Not saved: …"; kept is null if this device has no room. */
  | { state: 'failed'; why: string; kept: DeviceCopy | null };

export interface Work {
  /** Returns what there is to save, as a text; the same text is the same content. */
  content: () => string;
  /** Saves it on the server, and returns the content that the server then has. */
  send: () => Promise<string>;
  /** Sends it while the page goes away, and returns false if that can't be done. Nobody waits for the answer. */
  sendLast: () => boolean;
  /** Writes the copy on this device; null if there is no room. */
  keep: (sent: boolean) => DeviceCopy | null;
  forget: () => void;
  /** Says why nothing can be saved now, completing "Not saved: …"; null if it can. */
  blocked: () => string | null;
  /** Completes "Not saved: …" for a failure. */
  explain: (error: unknown) => string;
  onState: (state: SaveState) => void;
}

export interface Autosaver {
  /** Something was typed. */
  changed: () => void;
  /** The server has this content: as a draft since the given time, or without one (null). */
  settle: (content: string, at?: number | null) => void;
  /** Saves at once what the server lacks. Resolves to whether it has everything now. */
  save: () => Promise<boolean>;
  /** Resolves when nothing is on its way. */
  idle: () => Promise<void>;
  /** The page goes away. */
  leave: () => void;
  /** Reports whether the server lacks something. */
  lacks: () => boolean;
  /** Forgets what was planned. */
  stop: () => void;
}

export function newAutosaver(work: Work): Autosaver {
  let stored: string | null = null; // null until it is known what the server has
  let savedAt: number | null = null;
  let lastSent = -Infinity;
  let running: Promise<boolean> | null = null;
  let planned: ReturnType<typeof setTimeout> | undefined;
  let copying: ReturnType<typeof setTimeout> | undefined;

  const lacks = () => stored !== null && work.content() !== stored;
  const stop = () => {
    clearTimeout(planned);
    clearTimeout(copying);
  };
  const planIn = (wait: number) => {
    clearTimeout(planned);
    planned = setTimeout(() => void run(), wait);
  };
  const plan = () => planIn(Math.max(pause, lastSent + atMostEvery - Date.now()));
  const calm = () => work.onState(savedAt === null ? { state: 'clean' } : { state: 'saved', at: savedAt });
  const fail = (why: string) => work.onState({ state: 'failed', why, kept: work.keep(false) });

  const attempt = async (): Promise<boolean> => {
    stop();
    const blocked = work.blocked();
    if (blocked !== null) {
      fail(blocked);
      return false;
    }
    work.onState({ state: 'saving' });
    lastSent = Date.now();
    try {
      stored = await work.send();
    } catch (error) {
      fail(work.explain(error));
      planIn(retryAfter);
      return false;
    }
    savedAt = Date.now();
    if (lacks()) {
      work.onState({ state: 'unsaved' });
      plan();
    } else {
      work.forget();
      calm();
    }
    return true;
  };

  const idle = async () => {
    while (running) await running;
  };

  /** Saves once. Resolves to whether that succeeded. */
  const run = async (): Promise<boolean> => {
    await idle();
    if (lacks()) {
      running = attempt().finally(() => (running = null));
      return running;
    }
    if (stored !== null) {
      stop();
      work.forget();
      calm();
    }
    return true;
  };

  // What was typed while something was on its way isn't in it.
  const save = async (): Promise<boolean> => (await run()) && (!lacks() || save());

  return {
    changed: () => {
      if (stored === null) return;
      clearTimeout(copying);
      copying = setTimeout(() => {
        if (running) return;
        if (!lacks()) {
          stop();
          work.forget();
          calm();
          return;
        }
        const blocked = work.blocked();
        if (blocked !== null) {
          fail(blocked);
          return;
        }
        work.keep(false);
        work.onState({ state: 'unsaved' });
      }, copyAfter);
      plan();
    },
    settle: (content, at) => {
      stored = content;
      if (at !== undefined) savedAt = at;
      calm();
    },
    save,
    idle,
    leave: () => {
      stop();
      if (!lacks()) return;
      work.keep(work.blocked() === null && work.sendLast());
    },
    lacks,
    stop,
  };
}
