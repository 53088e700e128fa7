import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/api-types';
import { useCalmList } from './use-calm-list';

const message = (id: number, isRead = false): Message => ({
  id,
  name: 'Ada',
  email: 'ada@example.org',
  subject: `No. ${id}`,
  message: 'Hello',
  isRead,
  createdAt: '2026-11-21T09:00:00Z',
  revision: 0,
});
const list = (...ids: number[]) => ids.map((id) => message(id));

interface Input {
  items: Message[];
  view: string | undefined;
  held: boolean;
}

function calm(first: Input) {
  const hook = renderHook(({ items, view, held }: Input) => useCalmList(items, view, held), { initialProps: first });
  return {
    next: (input: Input) => hook.rerender(input),
    ids: () => hook.result.current.rows.map((m) => m.id),
    get: () => hook.result.current,
  };
}

describe('a calm list', () => {
  it('takes new items in at the top, and knows that they are new', () => {
    const c = calm({ items: list(3, 2, 1), view: 'a', held: false });
    c.next({ items: list(4, 3, 2), view: 'a', held: false });
    expect(c.ids()).toEqual([4, 3, 2]);
    expect([4, 3].map(c.get().isNew)).toEqual([true, false]);
  });

  it('keeps its rows while it is held, and lets new ones wait', () => {
    const c = calm({ items: list(3, 2, 1), view: 'a', held: true });
    c.next({ items: [message(5), message(4), message(3, true)], view: 'a', held: true });
    expect(c.ids()).toEqual([3, 2, 1]);
    expect(c.get().rows[0]?.isRead).toBe(true);
    expect(c.get().waiting).toBe(2);
    c.next({ items: [message(5), message(4), message(3, true)], view: 'a', held: false });
    expect(c.ids()).toEqual([5, 4, 3]);
    expect(c.get().waiting).toBe(0);
  });

  it('shows the waiting ones when asked to', () => {
    const c = calm({ items: list(2, 1), view: 'a', held: true });
    c.next({ items: list(3, 2), view: 'a', held: true });
    act(() => c.get().release());
    expect(c.ids()).toEqual([3, 2]);
    expect(c.get().waiting).toBe(0);
  });

  it('lets a row follow at the end when one above was deleted', () => {
    const c = calm({ items: list(5, 4, 3), view: 'a', held: true });
    c.next({ items: list(5, 3, 2), view: 'a', held: true });
    expect(c.ids()).toEqual([5, 4, 3, 2]);
  });

  it('begins anew with another page or filter, where nothing is new', () => {
    const c = calm({ items: list(3, 2), view: 'page 2', held: false });
    c.next({ items: list(3, 2), view: undefined, held: false });
    c.next({ items: list(5, 4), view: 'page 1', held: true });
    expect(c.ids()).toEqual([5, 4]);
    expect(c.get().isNew(5)).toBe(false);
  });
});
