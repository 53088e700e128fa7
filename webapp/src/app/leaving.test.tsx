// Leaving an editor: what the server lacks is saved first, and only where that fails is anything asked.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeArticle } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

const article = makeArticle({ id: 7, title: 'The kettle', revision: 3 });
const by = { kind: 'admin', id: 'admin', name: 'admin' };
const draft = {
  id: 'article-7',
  kind: 'article',
  itemId: 7,
  base: 3,
  fields: { excerpt: 'Typed' },
  was: { excerpt: article.excerpt },
  title: 'The kettle',
  updatedAt: '2026-11-21T12:03:00Z',
  by,
  revision: 0,
};

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 0, published: 0, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 1, published: 1, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  on('GET /api/admin/news', () => json([article], 200, { 'X-Total-Count': '1' }));
  on('GET /api/admin/news/7', article);
});

async function type() {
  const user = renderApp('/admin/articles/7/edit');
  const excerpt = await screen.findByRole('textbox', { name: 'Excerpt' });
  await user.clear(excerpt);
  await user.type(excerpt, 'Typed');
  return { user, excerpt };
}

const copies = () => Object.keys(localStorage).filter((key) => key.startsWith('candor-draft:'));
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('leaving an editor', () => {
  it('asks nothing where nothing was changed, or everything is as it was', async () => {
    const { user, excerpt } = await type();
    await user.clear(excerpt);
    await user.type(excerpt, article.excerpt ?? '');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(calls('PUT /api/admin/news/7/draft')).toHaveLength(0);
    expect(screen.queryByText('Draft saved')).toBeNull();
  });

  it('saves first, as a draft of what was changed', async () => {
    on('PUT /api/admin/news/7/draft', draft);
    const { user } = await type();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(question()).toBeNull();
    expect(await screen.findByText('Draft saved')).toBeTruthy();
    const [save] = calls('PUT /api/admin/news/7/draft');
    expect(save?.body).toEqual({ base: 3, fields: { excerpt: 'Typed' }, was: { excerpt: article.excerpt } });
    expect(save?.headers.get('If-None-Match')).toBe('*');
    expect(copies()).toEqual([]);
  });

  it('asks where the server has failed, keeps a copy, and offers it again', async () => {
    on('PUT /api/admin/news/7/draft', () => problem(503, 'away'));
    const { user, excerpt } = await type();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    let dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    expect(dialog.getByText('You have unsaved changes. Keep them on this device?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(excerpt).toHaveProperty('value', 'Typed');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep on this device' }));
    await closed();
    expect(copies()).toEqual(['candor-draft:article:7']);
    await user.click(screen.getByRole('button', { name: 'Edit The kettle' }));
    expect(await screen.findByText('This device has unsaved changes')).toBeTruthy();
  });

  it('asks for the password over the text when the session has ended, and saves it then', async () => {
    let signedIn = false;
    on('PUT /api/admin/news/7/draft', () => (signedIn ? json(draft) : problem(401, 'Sign in first.')));
    on('GET /api/admin/session', () => json({ authenticated: signedIn, username: 'admin' }));
    on('POST /api/admin/login', () => {
      signedIn = true;
      return json({ success: true, message: 'Login successful' });
    });
    signedIn = true;
    const { user, excerpt } = await type();
    signedIn = false;
    const asks = async () => {
      await user.keyboard('{Control>}s{/Control}');
      const password = within(await screen.findByRole('dialog', { name: 'Session Expired' })).getByLabelText('Password');
      await waitFor(() => expect(window.document.activeElement).toBe(password));
      return within(screen.getByRole('dialog', { name: 'Session Expired' }));
    };
    await asks();
    await user.keyboard('{Escape}'); // puts it off until the next save
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Expired' })).toBeNull());
    expect(excerpt).toHaveProperty('value', 'Typed');
    expect(window.document.contains(excerpt)).toBe(true);
    const dialog = await asks();
    expect(excerpt).toHaveProperty('value', 'Typed');
    await user.type(dialog.getByLabelText('Password'), 'secret');
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Session Expired' })).toBeNull());
    await screen.findByText(/^Saved \d/);
    expect(excerpt).toHaveProperty('value', 'Typed');
    expect(calls('PUT /api/admin/news/7/draft').at(-1)?.body).toMatchObject({ fields: { excerpt: 'Typed' } });
  });

  it('leaves no copy where the changes are discarded', async () => {
    on('PUT /api/admin/news/7/draft', () => problem(503, 'away'));
    const { user } = await type();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await closed();
    expect(copies()).toEqual([]);
  });

  it('waits after a reload for the draft that the page sent as it went', async () => {
    let asked = 0;
    on('GET /api/admin/news/7/draft', () => json(++asked > 2 ? draft : null));
    const copy = { at: Date.now(), was: { excerpt: article.excerpt }, values: { excerpt: 'Typed' }, sent: true };
    localStorage.setItem('candor-draft:article:7', JSON.stringify(copy));
    renderApp('/admin/articles/7/edit');
    expect(await screen.findByRole('textbox', { name: 'Excerpt' })).toHaveProperty('value', 'Typed');
    expect(screen.getByRole('note', { name: 'Draft' })).toBeTruthy();
    expect(screen.queryByText('This device has unsaved changes')).toBeNull();
    expect(asked).toBe(3);
  });

  it('publishes the draft with Update, in one call', async () => {
    on('GET /api/admin/news/7/draft', draft);
    on('POST /api/admin/news/7/draft/publish', { ...article, excerpt: 'Typed', revision: 4 });
    const user = renderApp('/admin/articles/7/edit');
    await user.type(await screen.findByRole('textbox', { name: 'Tags' }), 'quiet');
    await user.click(screen.getByRole('button', { name: 'Update News' }));
    await screen.findByText('News updated');
    const [publish] = calls('POST /api/admin/news/7/draft/publish');
    expect(publish?.body).toEqual({ excerpt: 'Typed', tags: ['quiet'] });
    expect(publish?.headers.get('If-Match')).toBe('"3"');
    expect(calls('PATCH /api/news/7')).toHaveLength(0);
  });

  it('keeps what was typed where the item was deleted in the meantime', async () => {
    on('PATCH /api/news/7', () => problem(404, 'Not found'));
    const { user, excerpt } = await type();
    await user.click(screen.getByRole('button', { name: 'Update News' }));
    await notice('This article was deleted in the meantime. Your changes are still in the form.');
    expect(excerpt).toHaveProperty('value', 'Typed');
  });

  it('updates the item where the draft was discarded elsewhere', async () => {
    on('GET /api/admin/news/7/draft', draft);
    on('POST /api/admin/news/7/draft/publish', () => problem(404, 'Draft not found'));
    on('PATCH /api/news/7', { ...article, excerpt: 'Typed', revision: 4 });
    const user = renderApp('/admin/articles/7/edit');
    await user.click(await screen.findByRole('button', { name: 'Update News' }));
    await screen.findByText('News updated');
    expect(calls('PATCH /api/news/7')[0]?.body).toEqual({ excerpt: 'Typed' });
  });
});
