import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { completeDate, DateField, halfTyped } from './date-field';

it('says that a date is incomplete unless somebody is typing it, also of one that a draft kept', () => {
  render(<DateField type="datetime-local" label="Publish at" value={halfTyped} onChange={() => undefined} />);
  const field = screen.getByLabelText('Publish at');
  expect(screen.getByText(completeDate)).toBeTruthy();
  fireEvent.focus(field);
  expect(screen.queryByText(completeDate)).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText(completeDate)).toBeTruthy();
});
