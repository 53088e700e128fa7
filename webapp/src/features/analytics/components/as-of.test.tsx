// The moment up to which the summary counts: only a whole one that is past changes it.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AsOf } from './as-of';

test('a moment that is incomplete or in the future changes nothing, and the field says so', () => {
  const onChange = vi.fn();
  render(<AsOf value="" onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('As of (UTC)');
  const badInput = vi.spyOn(field, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState);
  fireEvent.keyUp(field, { key: '1' });
  fireEvent.blur(field);
  expect(screen.getByText('Enter a complete date, or clear the field')).toBeTruthy();
  badInput.mockRestore();
  fireEvent.change(field, { target: { value: '2999-01-01T00:00' } });
  expect(screen.getByText('Choose a time in the past')).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '2020-01-01T00:00' } });
  expect(onChange).toHaveBeenCalledWith('2020-01-01T00:00');
});
