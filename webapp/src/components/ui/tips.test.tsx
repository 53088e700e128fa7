// That a tip follows the focus is tested in a browser: jsdom guesses what :focus-visible is.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tips } from './tips';

beforeEach(async () => {
  await import('./tooltip');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  render(
    <>
      <button data-tip="Edit">
        <svg />
      </button>
      <button data-tip="Delete" />
      <p>Text</p>
      <Tips />
    </>,
  );
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tip = () => screen.queryByRole('tooltip')?.textContent ?? null;
const hover = (what: Element, pointerType = 'mouse') => fireEvent.pointerOver(what, { pointerType });
const edit = () => screen.getAllByRole('button')[0] as HTMLElement;
const remove = () => screen.getAllByRole('button')[1] as HTMLElement;

it('shows the tip of what the pointer rests on', async () => {
  hover(edit().firstElementChild as Element);
  await pass(650);
  hover(edit());
  await pass(0);
  expect(tip()).toBeNull();
  await pass(60);
  expect(tip()).toBe('Edit');
  hover(screen.getByText('Text'));
  await pass(0);
  expect(tip()).toBeNull();
});

it('shows the next one at once, for a moment', async () => {
  hover(edit());
  await pass(700);
  hover(remove());
  await pass(0);
  expect(tip()).toBe('Delete');
  hover(screen.getByText('Text'));
  await pass(400);
  hover(edit());
  await pass(0);
  expect(tip()).toBeNull();
});

it('shows none under a finger, nor once the pointer has left the window', async () => {
  hover(edit(), 'touch');
  await pass(1_000);
  expect(tip()).toBeNull();
  hover(edit());
  fireEvent.pointerOut(edit(), { relatedTarget: null });
  await pass(1_000);
  expect(tip()).toBeNull();
});
