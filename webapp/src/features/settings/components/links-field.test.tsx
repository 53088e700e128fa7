// The lists of the navigation's links.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makePage } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { makeSettings, noSettingsDrafts } from '@/testing/settings';

const header = [
  { label: 'Home', url: '/' },
  { label: 'All Reviews', url: '/reviews' },
  { label: 'Kettles', url: '/pages/kettles' },
];
const path = '/api/admin/settings/navigation';

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, byCategory: [] },
    articles: { total: 0 },
    pages: { total: 0 },
    messages: { unread: 0, read: 0 },
  });
  on('GET /api/admin/pages', () => json([makePage({ slug: 'how-we-test', title: 'How we test' })]));
  on('GET /api/admin/settings', makeSettings({ navigation: { header, leftOut: [{ label: 'Kettles', url: '/pages/kettles' }] } }));
  noSettingsDrafts();
  on(`PUT ${path}`, ({ body }) => json({ ...makeSettings().navigation, ...(body as object), revision: 1 }));
});

const group = async (name: string) => within(await screen.findByRole('group', { name }));
const labels = async () => (await group('Header')).getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
const save = () => screen.getByRole('button', { name: 'Save' });
const sent = () => calls(`PUT ${path}`).at(-1)?.body;

it('links are moved with the keyboard alone, which is told, and keep the focus', async () => {
  const user = renderApp('/admin/settings/navigation');
  const list = await group('Header');
  list.getByRole('button', { name: 'Move Kettles up' }).focus();
  await user.keyboard('{Enter}');
  expect(list.getByText('Kettles is now 2 of 3.')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(await labels()).toEqual(['Kettles', 'Home', 'All Reviews']);
  const up = list.getByRole('button', { name: 'Move Kettles up' });
  expect(document.activeElement).toBe(up);
  expect(up.getAttribute('aria-disabled')).toBe('true');
  await user.click(save());
  await notice('Navigation settings saved');
  expect(sent()).toEqual({ header: [header[2], header[0], header[1]] });
});

it('a link is added from the site’s addresses, or with one of one’s own, and removed', async () => {
  const user = renderApp('/admin/settings/navigation');
  const list = await group('Header');
  await user.click(list.getByRole('button', { name: 'Remove Kettles' }));
  expect(document.activeElement).toBe(list.getByRole('button', { name: 'Remove All Reviews' }));
  await user.click(list.getByRole('button', { name: 'Add link to Header' }));
  const label = list.getByRole('textbox', { name: 'Label of link 3 of Header' });
  expect(document.activeElement).toBe(label);
  const address = list.getByRole<HTMLInputElement>('combobox', { name: 'Address of link 3 of Header' });
  await user.type(address, 'how we');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address.value).toBe('/pages/how-we-test');
  expect(await labels()).toEqual(['Home', 'All Reviews', 'How we test']);

  await user.click(list.getByRole('button', { name: 'Add link to Header' }));
  await user.type(list.getByRole('textbox', { name: 'Label of link 4 of Header' }), 'Shop');
  await user.type(list.getByRole('combobox', { name: 'Address of link 4 of Header' }), 'https://shop.example');
  await user.click(save());
  await notice('Navigation settings saved');
  expect(sent()).toEqual({
    header: [header[0], header[1], { label: 'How we test', url: '/pages/how-we-test' }, { label: 'Shop', url: 'https://shop.example' }],
  });
});

it('a link that readers don’t see says why', async () => {
  renderApp('/admin/settings/navigation');
  const list = await group('Header');
  const rows = list.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows.filter((text) => text.includes('Readers don’t see this link: nothing is published at /pages/kettles now.'))).toHaveLength(1);
});

it('what the server refuses of a link is said at that link, which gets the focus, until it is changed', async () => {
  on(`PUT ${path}`, () => problem(400, 'Invalid', [{ field: 'header[1].url', message: 'Nothing is published at /pages/none' }]));
  const user = renderApp('/admin/settings/navigation');
  const address = (await group('Header')).getByRole('combobox', { name: 'Address of link 2 of Header' });
  await user.clear(address);
  await user.type(address, '/pages/none');
  await user.click(save());
  expect(await screen.findByText('Nothing is published at /pages/none')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(address));
  await user.type(address, 'x');
  expect(screen.queryByText('Nothing is published at /pages/none')).toBeNull();
});

it.each([
  ['Header', 'Label', 'l'.repeat(200), 'Label must be at most 40 characters'],
  ['Header', 'Address', 'javascript:alert(1)', 'URL must start with http://, https://, mailto: or /'],
  ['Social', 'Address', '/about', 'URL must start with http://, https:// or mailto:'],
])('%s: a bad %s is named there, and nothing is saved', async (list, part, typed, message) => {
  const user = renderApp('/admin/settings/navigation');
  const box = (await group(list)).getByLabelText(`${part} of link 1 of ${list}`);
  await user.clear(box);
  await user.click(box);
  await user.paste(typed);
  await user.click(save());
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(calls(`PUT ${path}`)).toHaveLength(0);
});
