import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ListHeader } from './list-header';

const header = (isEmpty: boolean) => (
  <ListHeader
    id="reviews-title"
    title="Reviews"
    isEmpty={isEmpty}
    counts={[{ name: 'Total', n: 0 }]}
    moreCounts={[{ name: 'Laptops', n: 0 }]}
    add="Add Review"
    template=""
    onAdd={() => undefined}
    onJson={() => undefined}
    ref={null}
  />
);

it('says how items come to an empty site, and counts nothing there', () => {
  const { rerender } = render(header(true));
  expect(screen.getByText('candor import FILE')).toBeTruthy();
  expect(screen.queryByText('Total')).toBeNull();
  expect(screen.queryByText('Laptops')).toBeNull();
  rerender(header(false));
  expect(screen.getByText('Total')).toBeTruthy();
  expect(screen.queryByText('candor import FILE')).toBeNull();
});
