// The command palette and the dashboard's shortcuts.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Article } from '@/lib/api-types';
import { makeArticle } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { beginSession } from '@/stores/session';
import { setSingleKeys } from '@/stores/single-keys';
import { calls, json, on } from '@/testing/server';

const lamp = makeArticle({ id: 7, title: 'A lamp on its own', isPublished: false });
const other = makeArticle({ id: 8, title: 'A lamp of another make', isPublished: false });

/** Answers a search of the articles as the server does. */
const found = (articles: Article[]) =>
  on('GET /api/admin/news', ({ query }) => {
    const fit = articles.filter((a) => a.title.toLowerCase().includes((query.get('search') ?? '').toLowerCase()));
    return json(fit, 200, { 'X-Total-Count': String(fit.length) });
  });

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 2, published: 0, drafts: 2 },
    pages: { total: 0, published: 0, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  for (const kind of ['reviews', 'pages']) on(`GET /api/admin/${kind}`, () => json([], 200, { 'X-Total-Count': '0' }));
  found([lamp, other]);
  on('GET /api/admin/news/7', lamp);
  on('POST /api/admin/news/bulk', () => json({ requestId: 'r', done: [{ id: 7, revision: 2, changed: true }], errors: [] }));
});

afterEach(() => setSingleKeys(true));

const palette = () => screen.findByRole('dialog', { name: 'Command palette' });
const field = async () => within(await palette()).getByRole<HTMLInputElement>('combobox');
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const current = (name: string | RegExp) => waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toMatch(name));

/** Opens the palette over the settings, and types. */
async function open(text: string) {
  const user = renderApp('/admin/settings');
  await screen.findByRole('heading', { level: 2, name: 'Settings' });
  await user.keyboard('{Control>}k{/Control}');
  await field();
  await user.keyboard(text);
  return user;
}

describe('the palette', () => {
  it('says that a search is too long, and cuts nothing', async () => {
    const user = await open('x');
    await user.paste(`lamp ${'x'.repeat(300)}`);
    expect(await screen.findByText('A search has at most 256 characters.')).toBeTruthy();
    expect((await field()).value).toHaveLength(306);
    await user.clear(await field());
    await user.keyboard('lamp');
    await current(/^A lamp on its own/);
  });

  it('lists each page of the site once', async () => {
    await open('all reviews');
    await waitFor(() => expect(options()).toContain('All Reviews'));
    expect(new Set(options()).size).toBe(options().length);
  });

  it('finds an item by its title, and what can be done with it', async () => {
    const user = await open('lamp on its');
    await current(/^A lamp on its own/);
    await user.keyboard('{Enter}');
    await current('Edit');
    await user.keyboard('publish');
    await current(/^Publish/);
    await user.keyboard('{Enter}');
    await notice('1 article published');
    expect(calls('POST /api/admin/news/bulk')[0]?.body).toMatchObject({ action: 'publish', ids: [7] });
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull();
  });

  it('takes the keys that were pressed before it was there', async () => {
    const user = renderApp('/admin/settings');
    await screen.findByRole('heading', { level: 2, name: 'Settings' });
    await user.keyboard('{Control>}k{/Control}activ log{Enter}');
    expect(await screen.findByRole('heading', { name: 'Activity Logs' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull();
  });

  it('runs what is found when Enter was pressed before', async () => {
    const answers: ((answer: Response) => void)[] = [];
    on('GET /api/admin/news', () => new Promise<Response>((resolve) => void answers.push(resolve)));
    await open('lamp of another{ArrowDown}{Enter}');
    await waitFor(() => expect(calls('GET /api/admin/news').at(-1)?.query.get('search')).toBe('lamp of another'));
    for (const answer of answers) answer(json([other], 200, { 'X-Total-Count': '1' }));
    await current('Edit');
    expect(within(await palette()).getByText('A lamp of another make')).toBeTruthy();
  });

  it('leads from an item to its editor', async () => {
    const user = await open('lamp on its');
    await current(/^A lamp on its own/);
    await user.keyboard('{Enter}');
    await current('Edit');
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', 'A lamp on its own');
  });

  it('lists the drafts to publish, and leads back with Backspace', async () => {
    const user = await open('publish draft{Enter}');
    await waitFor(async () => expect((await field()).value).toBe(''));
    await user.keyboard('{Backspace}');
    expect(await screen.findByRole('option', { name: 'Add Review' })).toBeTruthy();
    await user.keyboard('publish draft{Enter}');
    await user.keyboard('another make');
    await waitFor(() => expect(options()).toHaveLength(1));
    await current(/^A lamp of another make/);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls('POST /api/admin/news/bulk')[0]?.body).toMatchObject({ action: 'publish', ids: [8] }));
  });

  it('keeps what it has found while more of its title is typed, and nothing else', async () => {
    const user = await open('publish draft{Enter}');
    await user.keyboard('A lamp o');
    await waitFor(() => expect(options()).toHaveLength(2));
    on('GET /api/admin/news', () => new Promise<Response>(() => undefined)); // the answer never comes
    await user.keyboard('n its own');
    await waitFor(() => expect(options()).toEqual(['A lamp on its ownDraft']));
    await user.keyboard(' tech'); // as the list is called, but not the item
    await waitFor(() => expect(options()).toEqual([]));
    await user.keyboard('{Backspace>5/}');
    await waitFor(() => expect(options()).toEqual(['A lamp on its ownDraft']));
  });
});

describe('over an editor', () => {
  const dialog = (name: string) => screen.findByRole('dialog', { name });

  it('the palette begins a new item, and has the editor’s commands', async () => {
    const user = await open('new page{Enter}');
    const title = await within(await dialog('Create New Page')).findByLabelText('Title');
    on('POST /api/admin/drafts', ({ body }) => json({ id: (body as { id: string }).id, revision: 0 }));
    await user.type(title, 'Begun by the palette');
    await user.keyboard('{Control>}k{/Control}');
    await field();
    await waitFor(() => expect(options()).toContain('Save draft'));
    expect(options()).not.toContain('Analytics');
    await user.keyboard('publish');
    await current(/^Publish/);
    await user.keyboard('{Enter}');
    const question = await dialog('Publish this page');
    await user.keyboard('{Control>}k{/Control}'); // a question is answered first
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull();
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Control>}k{/Control}');
    await field();
    await user.keyboard('close');
    await current(/^Close/);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create New Page' })).toBeNull());
  });

  it('in the text, Ctrl+K is a link', async () => {
    const user = renderApp('/admin/pages/new');
    const text = await within(await dialog('Create New Page')).findByRole('textbox', { name: 'Content' });
    await user.click(text);
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(text.textContent).toContain(']('));
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull();
  });
});

describe('single keys', () => {
  it('lead to the search of a list and to the shortcuts, but not while something is typed, nor when they are turned off', async () => {
    const user = renderApp('/admin/articles');
    const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search articles' });
    await user.keyboard('/');
    expect(document.activeElement).toBe(search);
    await user.keyboard('a/b?');
    expect(search.value).toBe('a/b?');
    expect(screen.queryByRole('dialog')).toBeNull();

    screen.getByRole('heading', { level: 2, name: 'Tech Articles' }).focus();
    await user.keyboard('?');
    const shortcuts = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(shortcuts.getByText('Ctrl+K')).toBeTruthy();
    await user.click(shortcuts.getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).not.toBe(search);
  });

  it('open the palette where there is no list to search', async () => {
    const user = renderApp('/admin/settings');
    await screen.findByRole('heading', { level: 2, name: 'Settings' });
    await user.keyboard('/');
    expect((await field()).value).toBe('');
    expect(document.activeElement).toBe(await field());
  });
});
