// Comparing products: choosing them, and their table.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { categories, makeReview, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const slate = makeReview({ id: 1, subScores: [{ criterionId: 'battery', name: 'Battery', weight: 100, score: 5, text: 'Two days.' }] });
const duet = makeReview({
  id: 3,
  productName: 'Duet 16',
  productBrand: 'Fennimark',
  rating: 2.9,
  productPrice: 2199,
  specifications: ['Weight: 2.41 kg', 'Fanless'],
  pros: ['Two screens'],
  verdict: null,
  verdictText: null,
});

beforeEach(() => {
  emptySite();
  localStorage.clear();
  on('GET /api/categories', [{ ...categories[0], specifications: [{ name: 'Weight', better: 'lower' }] }]);
  on('GET /api/reviews/1', rendered(slate));
  on('GET /api/reviews/3', rendered(duet));
  for (const id of [2, 99]) on(`GET /api/reviews/${id}`, () => problem(404, 'Review not found'));
});

const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));

describe('the comparison', () => {
  it('shows what products have in common in one row, and which value is better where that is known', async () => {
    renderApp('/compare?reviews=1,3');
    await screen.findByRole('table');
    expect(screen.getByRole('heading', { level: 1, name: 'Compare' })).toBeTruthy();
    const [, ...body] = rows();
    expect(body).toEqual([
      ['Score', '4.6/5Better', '2.9/5'],
      ['Battery', '5.0/5', '–'],
      ['Price', '$1,299 up to $1,749when reviewed, November 1Better', '$2,199when reviewed, November 1'],
      ['Weight', '1.12 kgBetter', '2.41 kg'],
      ['Other specifications', 'Fanless', 'Fanless'],
      ['Pros', 'Silent', 'Two screens'],
      ['Cons', 'Soldered memory', 'Soldered memory'],
      ['Verdict', 'Buy it.', '–'],
    ]);
    await waitFor(() => expect(document.title).toBe('Tarnholt Slate 14 or Fennimark Duet 16 | Candor'));
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex, follow');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows differences alone, as its address says', async () => {
    const user = renderApp('/compare?reviews=1,3');
    await user.click(await screen.findByRole('link', { name: 'Show differences only' }));
    await screen.findByRole('link', { name: 'Show all' });
    const names = rows().map(([name]) => name);
    expect(names).not.toContain('Cons');
    expect(names).not.toContain('Other specifications');
    expect(names).toContain('Weight');
  });

  it('says what it leaves out, and how to add some', async () => {
    renderApp('/compare?reviews=1,99,x,1,2');
    expect(await screen.findByText('Nothing to compare the Tarnholt Slate 14 with yet')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('4 entries were left out: only published reviews are compared, each once.');
    expect(screen.getByText(/Press Compare on two to four reviews/)).toBeTruthy();
  });

  it('asks for nothing without products', async () => {
    renderApp('/compare');
    expect(await screen.findByText('Nothing to compare yet')).toBeTruthy();
    expect(calls('GET /api/reviews/1')).toHaveLength(0);
  });

  it('shows the first four', async () => {
    for (const id of [4, 5, 6]) on(`GET /api/reviews/${id}`, rendered(makeReview({ id, productName: `Product ${id}` })));
    renderApp('/compare?reviews=1,3,4,5,6');
    expect(await screen.findByText('Only the first 4 products are shown.')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((head) => head.querySelector('a')?.textContent)).toEqual([
      undefined,
      'Tarnholt Slate 14',
      'Fennimark Duet 16',
      'Tarnholt Product 4',
      'Tarnholt Product 5',
    ]);
    expect(screen.getAllByText('Best')).not.toHaveLength(0);
  });

  it('loses a product that is removed', async () => {
    const user = renderApp('/compare?reviews=1,3');
    await user.click(await screen.findByRole('link', { name: 'Remove Fennimark Duet 16' }));
    expect(await screen.findByText('Nothing to compare the Tarnholt Slate 14 with yet')).toBeTruthy();
  });
});

describe('the tray', () => {
  const tray = () => screen.getByRole('region', { name: 'Products to compare' });

  it('fills from cards, keeps what it has, and leads to the comparison', async () => {
    on('GET /api/reviews', () => json([slate, duet], 200, { 'X-Total-Count': '2' }));
    const user = renderApp('/reviews');
    await user.click(await screen.findByRole('button', { name: 'Compare Tarnholt Slate 14' }));
    expect(screen.getByRole('button', { name: 'Compare Tarnholt Slate 14', pressed: true })).toBeTruthy();
    expect(within(tray()).getByRole('status').textContent).toBe('Choose one more to compare');
    await user.click(screen.getByRole('button', { name: 'Compare Fennimark Duet 16' }));
    expect(within(tray()).getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe('/compare?reviews=1,3');
    expect(JSON.parse(localStorage.getItem('candor-compare') ?? '')).toEqual([
      { id: 1, name: 'Tarnholt Slate 14' },
      { id: 3, name: 'Fennimark Duet 16' },
    ]);
    await user.click(within(tray()).getByRole('button', { name: 'Take Tarnholt Slate 14 out' }));
    expect(screen.getByRole('button', { name: 'Compare Tarnholt Slate 14', pressed: false })).toBeTruthy();
    expect(document.activeElement).toBe(tray());
    await user.click(within(tray()).getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Products to compare' })).toBeNull();
  });

  it('takes four at most, and is there after a reload, whatever was kept', async () => {
    localStorage.setItem(
      'candor-compare',
      JSON.stringify([{ id: 5, name: 'A' }, { id: 'x' }, null, { id: 6, name: 'B' }, { id: 7, name: 'C' }, { id: 8, name: 'D' }]),
    );
    const user = renderApp('/reviews/1');
    const compare = await screen.findByRole('button', { name: 'Compare Tarnholt Slate 14' });
    expect(within(tray()).getAllByRole('listitem')).toHaveLength(4);
    expect(compare.getAttribute('aria-disabled')).toBe('true');
    await user.click(compare);
    expect(within(tray()).getAllByRole('listitem')).toHaveLength(4);
  });
});
