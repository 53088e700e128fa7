import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ComboField } from './combo-field';

const zones = ['UTC', 'America/New_York', 'Europe/Paris', 'Europe/Zurich'].map((value) => ({ value }));

function show(first = 'UTC') {
  const sent = vi.fn((e: Event) => e.preventDefault());
  function Form() {
    const [value, setValue] = useState(first);
    return (
      <form onSubmit={(e) => sent(e.nativeEvent)}>
        <ComboField label="Zone" value={value} options={zones} onChange={setValue} />
      </form>
    );
  }
  render(<Form />);
  return { user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Zone' }), sent };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('shows all options until one types, and then those with all words', async () => {
  const { user, field } = show();
  await user.click(field);
  expect(options()).toHaveLength(4);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('UTC');
  await user.clear(field);
  await user.type(field, 'york new');
  expect(options()).toEqual(['America/New_York']);
  await user.click(screen.getByRole('option'));
  expect(field.value).toBe('America/New_York');
  expect(options()).toEqual([]);
});

it('is used with the keyboard, and sends the form only while it is closed', async () => {
  const { user, field, sent } = show('');
  await user.type(field, 'europe');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Europe/Zurich');
  await user.keyboard('{Enter}');
  expect(field.value).toBe('Europe/Zurich');
  expect(sent).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}');
  expect(options()).toHaveLength(4);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(sent).toHaveBeenCalledOnce();
});

it('takes what isn’t in the list', async () => {
  const { user, field } = show('');
  await user.type(field, 'Etc/GMT+3');
  await user.tab();
  expect(field.value).toBe('Etc/GMT+3');
});
