// Uploads of pictures: several at once, each with its own progress and its own failure. Without a network they wait, and go on once it
// is back.
import { ApiError } from '@/lib/api-client';
import { uploadPicture, type StoredPicture } from '@/lib/media';
import { failureText } from './failure-text';
import { PictureError, preparePicture } from './shrink-picture';

/** 'waiting' is for the network, or for a server that is busy. */
type UploadState = 'queued' | 'preparing' | 'sending' | 'waiting' | 'done' | 'failed';

export interface Upload {
  readonly id: number;
  /** Of the file. */
  readonly name: string;
  readonly state: UploadState;
  /** The fraction that was sent, 0 to 1. */
  readonly progress: number;
  /** Why it failed, for people; '' unless it did. */
  readonly error: string;
  /** Whether trying again may help. */
  readonly retriable: boolean;
  /** Null until it is done. */
  readonly picture: StoredPicture | null;
}

interface Callbacks {
  /** Called when a file is stored. */
  onStored?: ((picture: StoredPicture, file: File) => void) | undefined;
  /** Called when a file is given up by removing its row. */
  onRemoved?: ((file: File) => void) | undefined;
}

interface Options {
  /** Returns what is sent of a file. Rejects with PictureError. */
  prepare: (file: File) => Promise<Blob>;
  /** Sends it. Rejects as sendFile. */
  send: (body: Blob, options: { name: string; onProgress: (fraction: number) => void; signal: AbortSignal }) => Promise<StoredPicture>;
}

interface Job extends Callbacks {
  file: File;
  /** Undefined until it is prepared. */
  body?: Blob;
  abort: AbortController;
}

/** How many files are prepared or sent at a time. */
const atOnce = 2;
/** Between two attempts without a network, in milliseconds: the first pause doubles up to the longest. */
const firstPause = 1000;
const longestPause = 30_000;

const unfinished: readonly UploadState[] = ['queued', 'preparing', 'sending', 'waiting'];

/** Reports whether an upload is still under way. */
export const isUnfinished = ({ state }: Upload): boolean => unfinished.includes(state);

export class UploadQueue {
  private uploads: readonly Upload[] = [];
  private readonly jobs = new Map<number, Job>();
  private readonly listeners = new Set<() => void>();
  private readonly options: Options;
  private lastId = 0;
  private active = 0;
  /** Attempts that failed for want of a network since the last one that was answered. */
  private failures = 0;
  private paused = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Only one picture is decoded at a time, since a large one takes much memory. */
  private preparing: Promise<unknown> = Promise.resolve();
  private watching = false;

  constructor(options: Partial<Options> = {}) {
    this.options = { prepare: preparePicture, send: uploadPicture, ...options };
  }

  /** Returns all uploads, the first added first. The array is a new one after each change. */
  readonly all = (): readonly Upload[] => this.uploads;

  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Uploads the files. */
  add(files: readonly File[], callbacks: Callbacks = {}): void {
    const added = files.map((file): Upload => {
      this.lastId += 1;
      this.jobs.set(this.lastId, { file, abort: new AbortController(), ...callbacks });
      return {
        id: this.lastId,
        name: file.name || 'Image',
        state: this.paused ? 'waiting' : 'queued',
        progress: 0,
        error: '',
        retriable: false,
        picture: null,
      };
    });
    this.update([...this.uploads, ...added]);
    this.next();
  }

  /** Tries a failed upload, or one that waits, again. */
  retry(id: number): void {
    this.change(id, { state: 'queued', error: '', progress: 0 });
    this.resume();
  }

  /** Takes an upload off the list, and cancels it unless it is done. */
  remove(id: number): void {
    const upload = this.uploads.find((u) => u.id === id);
    const job = this.jobs.get(id);
    this.jobs.delete(id);
    this.update(this.uploads.filter((u) => u.id !== id));
    job?.abort.abort();
    if (job && upload?.state !== 'done') job.onRemoved?.(job.file);
  }

  /** Takes the uploads that are done or have failed off the list. */
  clear(): void {
    for (const upload of this.uploads) if (!isUnfinished(upload)) this.remove(upload.id);
  }

  /** Cancels everything. */
  cancelAll(): void {
    for (const { id } of this.uploads) this.remove(id);
  }

  private next(): void {
    const most = this.paused ? 0 : this.failures > 0 ? 1 : atOnce; // one tries first whether the network is back
    for (const { id, state } of this.uploads) {
      if (this.active >= most) return;
      if (state === 'queued' || state === 'waiting') void this.run(id);
    }
  }

  private async run(id: number): Promise<void> {
    const job = this.jobs.get(id);
    if (!job) return;
    this.active += 1;
    job.abort = new AbortController();
    try {
      const body = job.body ?? (await this.prepared(id, job));
      this.change(id, { state: 'sending', progress: 0 });
      const { signal } = job.abort;
      signal.throwIfAborted();
      const picture = await this.options.send(body, {
        name: job.file.name,
        signal,
        onProgress: (progress) => this.change(id, { progress }),
      });
      this.failures = 0;
      if (this.jobs.has(id)) {
        this.change(id, { state: 'done', progress: 1, picture });
        job.onStored?.(picture, job.file);
      }
      delete job.body;
    } catch (error) {
      // A file that was changed or deleted since it was chosen can't be sent either.
      const lost = error instanceof TypeError && !(await isReadable(job.file));
      this.fail(id, lost ? new PictureError('Failed to load image') : error);
    } finally {
      this.active -= 1;
      this.next();
    }
  }

  private async prepared(id: number, job: Job): Promise<Blob> {
    this.change(id, { state: 'preparing' });
    const turn = this.preparing.then(() => this.options.prepare(job.file));
    this.preparing = turn.catch(() => undefined);
    job.body = await turn;
    return job.body;
  }

  private fail(id: number, error: unknown): void {
    if (!this.jobs.has(id)) return; // it was cancelled
    if (isPassing(error)) {
      this.pause();
      this.change(id, { state: 'waiting', progress: 0 });
      return;
    }
    if (error instanceof ApiError) this.failures = 0;
    this.change(id, { state: 'failed', ...failure(error) });
  }

  private pause(): void {
    if (!this.paused) {
      this.failures += 1;
      this.paused = true;
      this.timer = setTimeout(() => this.resume(), Math.min(longestPause, firstPause * 2 ** (this.failures - 1)));
    }
    this.update(this.uploads.map((u) => (u.state === 'queued' ? { ...u, state: 'waiting' } : u)));
  }

  private resume(): void {
    clearTimeout(this.timer);
    this.paused = false;
    this.next();
  }

  private readonly online = (): void => {
    this.failures = 0;
    this.resume();
  };

  /** What is being sent would wait for an answer that doesn't come. */
  private readonly offline = (): void => {
    for (const { id, state } of this.uploads) if (state === 'sending') this.jobs.get(id)?.abort.abort(new TypeError('The network is gone'));
  };

  private change(id: number, changes: Partial<Upload>): void {
    this.update(this.uploads.map((u) => (u.id === id ? { ...u, ...changes } : u)));
  }

  private update(uploads: readonly Upload[]): void {
    this.uploads = uploads;
    this.watch(uploads.some(isUnfinished));
    for (const listener of this.listeners) listener();
  }

  /** Follows the network while there is something to send. */
  private watch(on: boolean): void {
    if (on === this.watching) return;
    this.watching = on;
    const change = on ? window.addEventListener.bind(window) : window.removeEventListener.bind(window);
    change('online', this.online);
    change('offline', this.offline);
  }
}

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Reports whether an attempt failed for a reason that passes: no network, or a server that is busy or restarting. */
function isPassing(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof ApiError)) return false;
  const busy = ['busy', 'overloaded'].some((kind) => error.problem['type'] === `urn:candor:problem:${kind}`);
  const { status } = error;
  return busy || status === 429 || status === 502 || status === 504 || status < 400; // the last: a network's own page, as in a hotel
}

/** Returns what a row says of an upload that has failed. */
function failure(error: unknown): Pick<Upload, 'error' | 'retriable'> {
  const helpless = error instanceof PictureError || (error instanceof ApiError && error.status < 500 && error.status !== 401);
  return { error: failureText(error), retriable: !helpless };
}
