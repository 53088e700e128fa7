import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newAutosaver, type SaveState } from './autosaver';

let text: string;
let server: string[];
let answer: () => Promise<void>;
let blocked: string | null;
let copies: { text: string; sent: boolean }[];
let state: SaveState | null;

function begin() {
  const saver = newAutosaver({
    content: () => text,
    send: async () => {
      const sent = text;
      await answer();
      server.push(sent);
      return sent;
    },
    sendLast: () => true,
    keep: (sent) => {
      copies = [{ text, sent }];
      return { at: 0, was: {}, values: {} };
    },
    forget: () => (copies = []),
    blocked: () => blocked,
    explain: () => 'you’re offline',
    onState: (now) => (state = now),
  });
  saver.settle(text);
  const type = (now: string) => {
    text = now;
    saver.changed();
  };
  return { saver, type };
}

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  [text, server, answer, blocked, copies, state] = ['', [], () => Promise.resolve(), null, [], null];
});
afterEach(() => void vi.useRealTimers());

describe('an autosave', () => {
  it('waits for a pause of five seconds', async () => {
    const { type } = begin();
    for (const word of ['a', 'a b', 'a b c']) {
      type(word);
      await seconds(4);
    }
    expect(server).toEqual([]);
    expect(state).toEqual({ state: 'unsaved' });
    await seconds(1);
    expect(server).toEqual(['a b c']);
    expect(state).toMatchObject({ state: 'saved' });
  });

  it('comes at most once a minute', async () => {
    const { type } = begin();
    type('one');
    await seconds(5);
    for (let i = 0; i < 5; i++) {
      type(`two ${i}`);
      await seconds(11);
    }
    expect(server).toEqual(['one']);
    await seconds(5);
    expect(server).toEqual(['one', 'two 4']);
  });

  it('is no reason for another one when something was typed while it was on its way', async () => {
    const { type } = begin();
    answer = () => new Promise((done) => setTimeout(done, 2000));
    type('one');
    await seconds(6);
    type('two');
    await seconds(50);
    expect(server).toEqual(['one']);
    await seconds(20);
    expect(server).toEqual(['one', 'two']);
  });

  it('is not made when everything is as it was', async () => {
    const { type } = begin();
    type('one');
    type('');
    await seconds(120);
    expect(server).toEqual([]);
    expect(state).toEqual({ state: 'clean' });
  });

  it('on request comes at once, however short ago the last one was', async () => {
    const { saver, type } = begin();
    type('one');
    expect(await saver.save()).toBe(true);
    type('two');
    expect(await saver.save()).toBe(true);
    expect(server).toEqual(['one', 'two']);
    expect(await saver.save()).toBe(true);
    expect(server).toEqual(['one', 'two']);
  });

  it('goes on with what was typed while the last one was on its way', async () => {
    const { saver, type } = begin();
    answer = () => new Promise((done) => setTimeout(done, 2000));
    type('one');
    const saved = saver.save();
    await seconds(1);
    type('two');
    await seconds(10);
    expect(await saved).toBe(true);
    expect(server).toEqual(['one', 'two']);
    expect(saver.lacks()).toBe(false);
  });
});

describe('the copy on this device', () => {
  it('is there while the server lacks the text, and no longer', async () => {
    const { saver, type } = begin();
    type('one');
    await seconds(0.5);
    expect(copies).toEqual([{ text: 'one', sent: false }]);
    expect(saver.lacks()).toBe(true);
    await seconds(5);
    expect(copies).toEqual([]);
    expect(saver.lacks()).toBe(false);
  });

  it('stays while the network is away, and goes once the server has the text', async () => {
    const { type } = begin();
    answer = () => Promise.reject(new TypeError('no network'));
    type('one');
    await seconds(6);
    expect(state).toMatchObject({ state: 'failed', why: 'you’re offline' });
    expect(copies).toHaveLength(1);
    answer = () => Promise.resolve();
    await seconds(70);
    expect(server).toEqual(['one']);
    expect(copies).toEqual([]);
    expect(state).toMatchObject({ state: 'saved' });
  });

  it('is marked as sent when the page is left, as nobody waits for the answer', async () => {
    const { saver, type } = begin();
    type('one');
    saver.leave();
    expect(copies).toEqual([{ text: 'one', sent: true }]);
    await seconds(100);
    expect(server).toEqual([]);
  });

  it('is all there is while something else has to be decided first', async () => {
    const { saver, type } = begin();
    blocked = 'choose which version to keep';
    type('one');
    await seconds(10);
    expect(state).toMatchObject({ state: 'failed', why: blocked });
    expect(await saver.save()).toBe(false);
    expect(copies).toHaveLength(1);
    blocked = null;
    expect(await saver.save()).toBe(true);
    expect(server).toEqual(['one']);
  });
});
