import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api-client';
import type { StoredPicture } from '@/lib/media';
import { PictureError } from './shrink-picture';
import { UploadQueue } from './upload-queue';

const stored = (id: string): StoredPicture => ({ id, url: `/media/${id}.jpg`, width: 3, height: 2 });
const files = (...names: string[]) => names.map((name) => readable(new File(['bytes'], name, { type: 'image/jpeg' })));

/** jsdom can't read files. */
function readable(file: File): File {
  return Object.assign(file, { slice: () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) }) });
}

/** A server whose answers come when the test gives them. */
function network() {
  const open = new Map<
    string,
    { answer: (picture: StoredPicture) => void; fail: (error: unknown) => void; progress: (fraction: number) => void }
  >();
  const queue = new UploadQueue({
    prepare: (file) => Promise.resolve(file),
    send: (_body, { name, onProgress, signal }) =>
      new Promise((answer, fail) => {
        open.set(name, { answer, fail, progress: onProgress });
        signal.addEventListener('abort', () => fail(signal.reason as Error));
      }),
  });
  const settle = async (name: string, how: (request: NonNullable<ReturnType<typeof open.get>>) => void) => {
    const request = open.get(name);
    if (!request) throw new Error(`${name} is not being sent`);
    open.delete(name);
    how(request);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    queue,
    sending: () => [...open.keys()],
    answer: (name: string) => settle(name, (r) => r.answer(stored(name))),
    fail: (name: string, error: unknown) => settle(name, (r) => r.fail(error)),
    progress: (name: string, fraction: number) => open.get(name)?.progress(fraction),
    states: () => queue.all().map(({ name, state }) => `${name} ${state}`),
  };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const gone = new TypeError('Failed to fetch');

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('uploads', () => {
  it('are sent two at a time, in order, each with its progress', async () => {
    const { queue, sending, answer, progress, states } = network();
    const onStored = vi.fn();
    queue.add(files('a', 'b', 'c'), { onStored });
    await settled();
    expect(sending()).toEqual(['a', 'b']);
    progress('b', 0.5);
    expect(queue.all().map((u) => u.progress)).toEqual([0, 0.5, 0]);
    await answer('a');
    expect(sending()).toEqual(['b', 'c']);
    expect(states()).toEqual(['a done', 'b sending', 'c sending']);
    await answer('b');
    await answer('c');
    expect(queue.all().map((u) => u.picture?.id)).toEqual(['a', 'b', 'c']);
    expect(onStored).toHaveBeenCalledTimes(3);
  });

  it('fail each for itself, and say why', async () => {
    const bad: Record<string, Error> = {
      broken: new PictureError('Failed to load image'),
      large: new ApiError(413, '{}', 'Too Large'),
      odd: new ApiError(
        400,
        JSON.stringify({ message: 'Invalid input', errors: [{ field: 'file', message: 'File is not a valid PNG image' }] }),
        '',
      ),
      full: new ApiError(
        503,
        JSON.stringify({ type: 'urn:candor:problem:storage-failed', message: 'Changes can’t be saved right now.' }),
        '',
      ),
    };
    const queue = new UploadQueue({
      prepare: (file) => Promise.resolve(file),
      send: (_body, { name }) => {
        const error = bad[name];
        return error ? Promise.reject(error) : Promise.resolve(stored(name));
      },
    });
    queue.add(files(...Object.keys(bad), 'good'));
    await settled();
    expect(queue.all().map(({ name, state, error, retriable }) => [name, state, error, retriable])).toEqual([
      ['broken', 'failed', 'Failed to load image', false],
      ['large', 'failed', 'Image file is too large. Please use an image smaller than 5MB.', false],
      ['odd', 'failed', 'File is not a valid PNG image', false],
      ['full', 'failed', 'Changes can’t be saved right now.', true],
      ['good', 'done', '', false],
    ]);
  });

  it('wait without a network, and go on when one attempt gets through', async () => {
    const { queue, sending, answer, fail, states } = network();
    queue.add(files('a', 'b', 'c'));
    await settled();
    await fail('a', gone);
    await fail('b', gone);
    expect(states()).toEqual(['a waiting', 'b waiting', 'c waiting']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sending()).toEqual(['a']); // one tries first
    await fail('a', gone);
    await vi.advanceTimersByTimeAsync(1999);
    expect(sending()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await answer('a');
    expect(sending()).toEqual(['b', 'c']);
  });

  it('go on at once when the browser says that the network is back, or when asked to', async () => {
    const { queue, sending, fail, states } = network();
    queue.add(files('a', 'b'));
    await settled();
    window.dispatchEvent(new Event('offline'));
    await settled();
    expect(states()).toEqual(['a waiting', 'b waiting']);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(states()).toEqual(['a sending', 'b sending']);
    await fail('a', new ApiError(502, '', 'Bad Gateway'));
    await fail('b', gone);
    queue.retry(queue.all()[1]?.id ?? 0);
    await settled();
    expect(sending()).toHaveLength(1);
  });

  it('that are removed are cancelled, and the next one is sent', async () => {
    const { queue, states } = network();
    const onRemoved = vi.fn();
    queue.add(files('a', 'b', 'c'), { onRemoved });
    await settled();
    queue.remove(queue.all()[0]?.id ?? 0);
    await settled();
    expect(states()).toEqual(['b sending', 'c sending']);
    expect(onRemoved).toHaveBeenCalledOnce();
  });

  it('of a file that was deleted after it was chosen fail instead of waiting', async () => {
    const { queue, fail } = network();
    const [file] = files('a');
    if (!file) throw new Error('no file');
    queue.add([Object.assign(file, { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) })]);
    await settled();
    await fail('a', gone);
    expect(queue.all()).toMatchObject([{ state: 'failed', error: 'Failed to load image' }]);
  });
});
