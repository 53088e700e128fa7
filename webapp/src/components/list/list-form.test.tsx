import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { listAddress, reviewParameters } from '@/lib/list-address';
import { choices } from './choices';
import { ListForm } from './list-form';

const count = (value: string) => ({ value, label: value, count: 1 });
const facets = { brands: ['acme', 'bolt', 'brix', 'brunn'].map(count), tags: [count('quiet')] };

function List() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <ListForm
        path="/reviews"
        filter={listAddress(new URLSearchParams(search), reviewParameters).filter}
        choices={choices}
        facets={facets}
        ordered={false}
        show="Show"
        head={null}
      />
      <button onClick={() => void navigate(-1)}>Back</button>
      <output>{search}</output>
    </>
  );
}

it('makes one entry of the history for a choice by typing, which passes others on its way, and one for each other choice', async () => {
  render(
    <MemoryRouter initialEntries={['/reviews']}>
      <List />
    </MemoryRouter>,
  );
  const field = (name: string) => screen.getByRole('combobox', { name, hidden: true });
  const shown = () => screen.getByRole('status').textContent;
  for (const value of ['bolt', 'brix', 'brunn']) {
    fireEvent.keyDown(field('Brand'), { key: 'b' });
    fireEvent.change(field('Brand'), { target: { value } });
  }
  fireEvent.pointerDown(field('Tag'));
  fireEvent.change(field('Tag'), { target: { value: 'quiet' } });
  expect(shown()).toBe('?brand=brunn&tag=quiet');
  const user = userEvent.setup();
  const back = () => user.click(screen.getByRole('button', { name: 'Back' }));
  await back();
  expect(shown()).toBe('?brand=brunn');
  await back();
  expect(shown()).toBe('');
});
