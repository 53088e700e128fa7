import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListSearch } from './list-search';

const onSearch = vi.fn();
const box = (value: string) => <ListSearch label="Search reviews" value={value} onSearch={onSearch} />;
const input = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search reviews' });
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });
const wait = () => act(() => vi.advanceTimersByTimeAsync(300));

beforeEach(() => {
  onSearch.mockReset();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the search of a list', () => {
  it('keeps what is typed while an earlier search arrives', async () => {
    const { rerender } = render(box(''));
    type('Desk');
    await wait();
    expect(onSearch).toHaveBeenLastCalledWith('Desk');
    type('AdminList m');
    rerender(box('Desk'));
    expect(input().value).toBe('AdminList m');
    await wait();
    expect(onSearch).toHaveBeenLastCalledWith('AdminList m');
  });

  it('shows what the way back and forth leads to', async () => {
    const { rerender } = render(box(''));
    type('Desk');
    await wait();
    rerender(box('Desk'));
    rerender(box(''));
    expect(input().value).toBe('');
    rerender(box('Desk'));
    expect(input().value).toBe('Desk');
  });

  it('searches at once when it is left, and not again after the pause', async () => {
    render(box(''));
    type('Desk ');
    fireEvent.blur(input());
    expect(onSearch.mock.calls).toEqual([['Desk']]);
    await wait();
    expect(onSearch).toHaveBeenCalledTimes(1);
    fireEvent.blur(input());
    expect(onSearch).toHaveBeenCalledTimes(1);
  });
});
