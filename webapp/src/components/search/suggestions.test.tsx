import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setSingleKeys } from '@/stores/single-keys';
import { emptySite, renderApp } from '@/testing/render';
import { saying } from '@/testing/saying';
import { calls, json, on } from '@/testing/server';

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search Candor' });
const options = () => screen.queryAllByRole('option');
const current = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

const suggestions = [
  { type: 'product', label: 'Tarnholt Slate 14', url: '/reviews/1' },
  { type: 'product', label: 'Tarvendal Elbow 6', url: '/reviews/9' },
  { type: 'brand', label: 'Tarnholt', url: '/brands/tarnholt' },
];

beforeEach(() => {
  // As the stylesheet does on wide screens.
  document.head.innerHTML = '<style>[popover] { display: block !important; }</style>';
  emptySite();
  on('GET /api/search/suggest', suggestions);
  on('GET /api/search', {
    total: 0,
    hits: [],
    facets: { types: [], brands: [], categories: [], tags: [], years: [], scores: [], prices: [] },
    didYouMean: '',
    nearest: false,
  });
});

afterEach(() => document.head.replaceChildren());

/** Types into the field of a page, and waits for suggestions. */
async function typed(text: string) {
  const user = renderApp('/about');
  await user.type(field(), text);
  await waitFor(() => expect(options()).toHaveLength(3));
  return user;
}

describe('the search field', () => {
  it('is closed and loads nothing until it is used', () => {
    renderApp('/about');
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(calls('GET /api/search/suggest')).toHaveLength(0);
  });

  it('groups what it suggests by type, and tells how many there are', async () => {
    await typed('tar');
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Suggestions' }).id);
    expect(within(screen.getByRole('group', { name: 'Product' })).getAllByRole('option')).toHaveLength(2);
    expect(within(screen.getByRole('group', { name: 'Brand' })).getByRole('option', { name: 'Tarnholt' })).toHaveProperty(
      'pathname',
      '/brands/tarnholt',
    );
    expect(screen.getByText('3 suggestions')).toHaveProperty('role', 'status');
  });

  it('is walked through with the arrows, round the ends by way of the field', async () => {
    const user = await typed('tar');
    expect(current()).toBeUndefined();
    await user.keyboard('{ArrowDown}');
    expect(current()).toBe('Tarnholt Slate 14');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(current()).toBe('Tarnholt');
    expect(options().map((option) => option.ariaSelected)).toEqual(['false', 'false', 'true']);
    await user.keyboard('{ArrowDown}');
    expect(current()).toBeUndefined();
    await user.keyboard('{ArrowUp}');
    expect(current()).toBe('Tarnholt');
    expect(document.activeElement).toBe(field());
  });

  it('opens what is clicked, and closes for whatever else is pressed', async () => {
    on('GET /api/brands/tarnholt', { slug: 'tarnholt', name: 'Tarnholt', count: 1 });
    const user = await typed('tar');
    await user.click(screen.getByRole('heading', { level: 1 }));
    await waitFor(() => expect(options()).toHaveLength(0));
    await user.type(field(), '{ArrowDown}');
    await user.click(await screen.findByRole('option', { name: 'Tarnholt' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Reviews of Tarnholt products' })).toBeTruthy();
    expect(field().value).toBe('');
  });

  it('opens the current suggestion with Enter', async () => {
    const user = await typed('tar');
    on('GET /api/brands/tarnholt', { slug: 'tarnholt', name: 'Tarnholt', count: 1 });
    await user.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Reviews of Tarnholt products' })).toBeTruthy();
    expect(field().value).toBe('');
    expect(options()).toHaveLength(0);
  });

  it('searches for what was typed with Enter, trimmed, and for nothing when there is nothing', async () => {
    const user = await typed(' tar ');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(saying('0 results for “tar”'))).toBeTruthy();
    await user.type(field(), '  {Enter}');
    expect(screen.getByText(saying('0 results for “tar”'))).toBeTruthy();
  });

  it('says that its text is too long, counting characters, and searches once it is not', async () => {
    const user = renderApp('/about');
    await screen.findByRole('heading', { level: 1, name: 'About Us' });
    const alert = () => within(screen.getByRole('search', { name: 'Site' })).queryByRole('alert')?.textContent ?? '';
    await user.click(field());
    await user.paste('𝒳'.repeat(257));
    await waitFor(() => expect(alert()).toBe('A search has at most 256 characters.'));
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { level: 1, name: 'About Us' })).toBeTruthy();
    await user.clear(field());
    await user.paste('𝒳'.repeat(256));
    await waitFor(() => expect(alert()).toBe(''));
    await user.keyboard('{Enter}');
    expect(await screen.findByText(saying(/^0 results for/))).toBeTruthy();
    expect(calls('GET /api/search').at(-1)?.query.get('q')).toBe('𝒳'.repeat(256));
  });

  it('closes with Escape, and is then emptied', async () => {
    const user = await typed('tar');
    await user.keyboard('{Escape}');
    expect(options()).toHaveLength(0);
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(field().value).toBe('tar');
    await user.keyboard('{ArrowDown}');
    expect(options()).toHaveLength(3);
    await user.keyboard('{Escape}{Escape}');
    expect(field().value).toBe('');
  });

  it('closes when the focus leaves with Tab', async () => {
    const user = await typed('tar');
    await user.tab();
    expect(options()).toHaveLength(0);
    expect(document.activeElement).not.toBe(field());
  });

  it('asks once for several letters', async () => {
    await typed('tar');
    expect(calls('GET /api/search/suggest').map(({ query }) => query.get('q'))).toEqual(['tar']);
  });

  it('shows what people named as text', async () => {
    on('GET /api/search/suggest', () => json([{ type: 'tag', label: '<img src=x onerror=alert(1)>', url: '/tags/x' }]));
    const user = renderApp('/about');
    await user.type(field(), 'img');
    expect((await screen.findByRole('option')).textContent).toBe('<img src=x onerror=alert(1)>');
  });

  it('is focused by a slash, unless someone types or has turned that off', async () => {
    const user = renderApp('/contact');
    const name = await screen.findByLabelText(/Full Name/);
    await user.type(name, '/');
    expect(name).toHaveProperty('value', '/');
    name.blur();
    setSingleKeys(false);
    await user.keyboard('/');
    expect(document.activeElement).not.toBe(field());
    setSingleKeys(true);
    await user.keyboard('/');
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('');
  });
});
