import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useBackTrap } from './use-back-trap';

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));

it('takes Back for leaving while it is armed, and stays where it was', async () => {
  const onBack = vi.fn();
  renderHook(() => useBackTrap(true, onBack));
  const entry = history.state as unknown;
  history.back();
  await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(history.state).toEqual(entry);
});

it('asks nobody when it is armed again while its last entry is taken off', async () => {
  const onBack = vi.fn();
  const { rerender } = renderHook(({ armed }) => useBackTrap(armed, onBack), { initialProps: { armed: true } });
  // As browsers do: what is pushed meanwhile doesn't keep them from going back.
  const back = vi.spyOn(history, 'back').mockImplementationOnce(() => {
    setTimeout(() => {
      history.replaceState(null, '');
      dispatchEvent(new PopStateEvent('popstate'));
    }, 50);
  });
  rerender({ armed: false });
  while (back.mock.calls.length === 0) await pause();
  rerender({ armed: true });
  await pause(100);
  expect(onBack).not.toHaveBeenCalled();
  history.back();
  await vi.waitFor(() => expect(onBack).toHaveBeenCalledOnce());
});
