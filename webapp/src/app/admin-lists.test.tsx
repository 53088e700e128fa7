// What every admin list does with a row, and with an address: previews of drafts, schedules, histories, and conflicts in the editor.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeArticle, makePage, makeReview, rendered } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { write } from '@/testing/write';

const kinds = [
  { tab: 'reviews', noun: 'review', path: 'reviews', field: 'Review Title', update: 'Update Review', make: makeReview },
  { tab: 'articles', noun: 'article', path: 'news', field: 'Title', update: 'Update News', make: makeArticle },
  { tab: 'pages', noun: 'page', path: 'pages', field: 'Title', update: 'Update Page', make: makePage },
] as const;

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', {
    reviews: { total: 1, published: 1, drafts: 0, featured: 0, byCategory: [] },
    articles: { total: 1, published: 1, drafts: 0 },
    pages: { total: 1, published: 1, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
});

const revision = (n: number, title: string) => ({
  revision: n,
  type: n === 0 ? 'ReviewCreated' : 'ReviewUpdated',
  types: [n === 0 ? 'ReviewCreated' : 'ReviewUpdated'],
  at: '2026-11-02T09:04:00Z',
  storedAt: '2026-11-02T09:04:00Z',
  actor: { kind: 'bot', id: '3', name: 'press' },
  changes: [{ field: 'title', old: null, new: title }],
});

describe.each(kinds)('the list of $tab', ({ tab, noun, path, field, update, make }) => {
  const content = noun === 'review' ? 'Review Content' : 'Content';
  const listed = (item: object) => on(`GET /api/admin/${path}`, () => json([item], 200, { 'X-Total-Count': '1' }));

  it('shows a draft as a preview, and leads on to the editor', async () => {
    const draft = make({ id: 7, title: 'The kettle', isPublished: false, content: 'It boils, quickly.' });
    listed(draft);
    on(`GET /api/admin/${path}/7`, rendered(draft));
    const user = renderApp(`/admin/${tab}`);
    const view = await screen.findByRole('button', { name: 'View preview of The kettle' });
    await user.click(view);
    let dialog = within(await screen.findByRole('dialog', { name: `Preview of this ${noun}` }));
    expect(await dialog.findByText('It boils, quickly.')).toBeTruthy();
    expect(dialog.getByText(/As readers will see it once published/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(view);
    await user.click(view);
    dialog = within(await screen.findByRole('dialog', { name: `Preview of this ${noun}` }));
    await user.click(dialog.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('textbox', { name: field })).toHaveProperty('value', 'The kettle');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(view));
  });

  it('shows the text in the editor’s preview as the server renders it', async () => {
    const item = make({ id: 7, title: 'The kettle', content: 'It boils.' });
    listed(item);
    on(`GET /api/admin/${path}/7`, rendered(item));
    on('POST /api/admin/markdown', () => problem(503, 'later'));
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    const content = await screen.findByRole('textbox', { name: /^(Review )?Content$/ });
    const preview = async () => {
      await user.click(screen.getByRole('tab', { name: 'Preview' }));
      return within(screen.getByRole('tabpanel', { name: 'Preview' }));
    };
    write(content, ' **Well**.');
    expect(await (await preview()).findByText('The preview could not be loaded')).toBeTruthy();

    on('POST /api/admin/markdown', ({ body }) => {
      const text = (body as { content: string }).content.replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
      return json({ html: `<p>${text}</p>\n`, headings: [], words: 3 });
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await (await preview()).findByText('Well')).localName).toBe('strong');
    const sent = calls('POST /api/admin/markdown').map(({ body }) => body);
    const more = { review: { sponsored: ['https://example.com/a', 'https://example.com/s'] }, article: {}, page: { placeholders: true } };
    expect(sent).toContainEqual({ content: 'It boils. **Well**.', ...more[noun] });

    // The last preview stays while the next one is rendered.
    await user.click(screen.getByRole('tab', { name: 'Edit' }));
    write(content, ' **Again**.');
    expect((await preview()).getByText('Well')).toBeTruthy();
    expect(await (await preview()).findByText('Again')).toBeTruthy();
  });

  it('renders the text of a revision, which is stored as its source', async () => {
    listed(make({ id: 1 }));
    on(`GET /api/admin/${path}/12/history`, [revision(4, 'The kettle')]);
    on(`GET /api/admin/${path}/12/history/4`, {
      ...revision(4, 'The kettle'),
      isDeleted: false,
      item: make({ id: 12, title: 'The kettle', content: 'Old' }),
    });
    on('POST /api/admin/markdown', { html: '<p>Rendered</p>\n', headings: [], words: 1 });
    const user = renderApp(`/admin/${tab}?history=12`);
    await user.click(await screen.findByRole('button', { name: 'Show as published' }));
    expect((await screen.findAllByText('Rendered')).length).toBeGreaterThan(0);
    expect(calls('POST /api/admin/markdown')[0]?.body).toHaveProperty('content', 'Old');
  });

  it('lists what is scheduled, and says in which year', async () => {
    listed({
      ...make({ id: 7, title: 'The kettle', isPublished: false }),
      publishAt: '2031-03-04T12:00:00Z',
      unpublishAt: '2032-05-06T12:00:00Z',
    });
    const user = renderApp(`/admin/${tab}`);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Scheduled');
    await waitFor(() => expect(calls(`GET /api/admin/${path}`).at(-1)?.query.get('scheduled')).toBe('true'));
    expect(calls(`GET /api/admin/${path}`).at(-1)?.query.get('published')).toBeNull();
    expect(calls(`GET /api/admin/${path}`)[0]?.query.get('scheduled')).toBeNull();
    expect((await screen.findAllByText(/^Mar 4, 2031, /)).length).toBe(1);
    expect(screen.getByText('until May 6, 2032')).toBeTruthy();
  });

  it('gives a history that an address opens the title of its item, deleted or not', async () => {
    listed(make({ id: 1 }));
    on(`GET /api/admin/${path}/12/history`, [revision(4, 'The kettle'), revision(0, 'A kettle')]);
    on(`GET /api/admin/${path}/12/history/4`, {
      ...revision(4, 'The kettle'),
      isDeleted: true,
      item: make({ id: 12, title: 'The kettle' }),
    });
    const user = renderApp(`/admin/${tab}?history=12&revision=0`);
    const dialog = await screen.findByRole('dialog', { name: `History of this ${noun}` });
    await waitFor(() => expect(dialog.getAttribute('aria-describedby')).toBeTruthy());
    await within(dialog).findByText('The kettle', { selector: 'p' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main'))); // no button opened it
  });

  it('says that an address leads to no item', async () => {
    listed(make({ id: 1 }));
    on(`GET /api/admin/${path}/99/history`, () => problem(404, 'Not found.'));
    renderApp(`/admin/${tab}?history=99`);
    expect(await screen.findByText(`No ${noun} has this ID. The link may be mistyped.`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('leaves the focus at the list when what was saved no longer fits the filters', async () => {
    const draft = make({ id: 7, title: 'The kettle', isPublished: false, revision: 3 });
    let saved = false;
    on(`GET /api/admin/${path}`, () => json(saved ? [make({ id: 8, isPublished: false })] : [draft], 200, { 'X-Total-Count': '1' }));
    on(`GET /api/admin/${path}/7`, draft);
    on(`PATCH /api/${path}/7`, () => {
      saved = true;
      return json({ ...draft, isPublished: true, revision: 4 });
    });
    const user = renderApp(`/admin/${tab}?status=draft`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.click(await screen.findByRole('switch', { name: 'Published' }));
    await user.click(screen.getByRole('button', { name: update }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit The kettle' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe(`${tab}-title`));
  });

  it('discards the draft of a new item after a question, and brings it back', async () => {
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    const draft = {
      id,
      kind: noun,
      fields: { title: 'A kettle' },
      was: {},
      title: 'A kettle',
      updatedAt: '2026-11-21T12:03:00Z',
      by: { kind: 'admin', id: 'admin', name: 'admin' },
      revision: 0,
    };
    let drafts = [draft];
    listed(make({ id: 7 }));
    on('GET /api/admin/drafts', () => json(drafts));
    on(`GET /api/admin/drafts/${id}`, draft);
    on(`DELETE /api/admin/drafts/${id}`, () => {
      drafts = [];
      return json(null, 204);
    });
    on('POST /api/admin/drafts', () => {
      drafts = [draft];
      return json(draft);
    });
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Discard A kettle' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard this draft?' }));
    await user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue A kettle' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Continue A kettle' })).toBeTruthy();
    expect(calls('POST /api/admin/drafts')[0]?.body).toMatchObject({ id, fields: { title: 'A kettle' } });
  });

  it('says who saved an item meanwhile, and when', async () => {
    let item = make({ id: 7, title: 'The kettle', content: 'It whistles.', revision: 3 });
    listed(item);
    on(`GET /api/admin/${path}/7`, () => json(item));
    on(`PATCH /api/${path}/7`, () => {
      item = { ...item, content: 'It boils.', revision: 4 };
      const changed = { currentRevision: 4, changedBy: { kind: 'bot', id: '3', name: 'press' }, changedAt: '2026-11-02T09:04:00Z' };
      return json({ title: 'Precondition Failed', status: 412, detail: 'Changed.', message: 'Changed.', ...changed }, 412);
    });
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.type(await screen.findByRole('textbox', { name: field }), ' again');
    await user.click(screen.getByRole('button', { name: update }));
    const panel = await screen.findByRole('region', { name: `Someone else saved this ${noun}` });
    expect(panel.textContent).toMatch(new RegExp(`press \\(API key\\) saved it on November 2, 2026 at .*, while you were editing here\\.`));
    expect(panel.querySelector('time')?.dateTime).toBe('2026-11-02T09:04:00Z');
  });

  it('knows a save of another tab of one’s own', async () => {
    const item = make({ id: 7, title: 'The kettle', content: 'It whistles.', revision: 3 });
    listed(item);
    on(`GET /api/admin/${path}/7`, item);
    const changed = { currentRevision: 4, changedBy: { kind: 'admin', id: 'admin', name: 'admin' }, changedAt: '2026-11-02T09:04:00Z' };
    on(`PATCH /api/${path}/7`, () =>
      json({ title: 'Precondition Failed', status: 412, detail: 'Changed.', message: 'Changed.', ...changed }, 412),
    );
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.type(await screen.findByRole('textbox', { name: field }), ' again');
    await user.click(screen.getByRole('button', { name: update }));
    const panel = await screen.findByRole('region', { name: /^Saved in another tab at Nov 2, \d+:04.[AP]M$/ });
    expect(panel.textContent).toMatch(/You saved it on November 2, 2026 at .*, while you were editing here\./);
  });

  it('follows the links to this site before publishing, and says when there is nothing to publish', async () => {
    const item = make({ id: 7, title: 'The kettle', content: 'See [one](/reviews/1) and [none](/reviews/99).', isPublished: true });
    listed(item);
    on(`GET /api/admin/${path}/7`, item);
    on('HEAD /reviews/1', {});
    on('HEAD /reviews/99', () => problem(404, 'Not found.'));
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.click(await screen.findByRole('button', { name: 'Publish…' }));
    expect(await screen.findByText('Check “/reviews/99”.')).toBeTruthy();
    const dialog = screen.getByRole('dialog', { name: 'Publish changes' });
    expect(within(dialog).getByText('No changes to publish.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.type(screen.getByRole('textbox', { name: field }), ' again');
    await user.click(screen.getByRole('button', { name: 'Publish…' }));
    expect(await screen.findByText('Ready to publish. You may want to fix these first.')).toBeTruthy();
  });

  it('opens the draft of an item, and says who saved the item since', async () => {
    const item = make({ id: 7, title: 'The kettle', content: 'It boils.', revision: 4 });
    listed(item);
    on(`GET /api/admin/${path}/7`, item);
    on(`GET /api/admin/${path}/7/history`, [revision(4, 'The kettle')]);
    const draft = {
      id: `${noun}-7`,
      kind: noun,
      itemId: 7,
      base: 3,
      was: { content: 'It whistles.' },
      fields: { content: 'It sings.' },
      title: 'The kettle',
      updatedAt: '2026-11-01T09:04:00Z',
      by: { kind: 'admin', id: 'admin', name: 'admin' },
      revision: 0,
    };
    on(`GET /api/admin/${path}/7/draft`, draft);
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    const panel = await screen.findByRole('region', { name: `Someone else saved this ${noun}` });
    await waitFor(() =>
      expect(panel.textContent).toMatch(/press \(API key\) saved it on November 2, 2026 at .*, after your draft was saved\./),
    );
    expect(screen.getByRole('note', { name: 'Draft' }).textContent).toMatch(/^Unpublished changes of Nov 1, \d+:\d\d.[AP]M by admin\./);
    await waitFor(() => expect(screen.getByRole('textbox', { name: content }).textContent).toBe('It sings.'));
  });

  it('offers what this device has kept, beside the draft', async () => {
    const item = make({ id: 7, title: 'The kettle', content: 'It boils.' });
    listed(item);
    on(`GET /api/admin/${path}/7`, item);
    localStorage.setItem(
      `candor-draft:${noun}:7`,
      JSON.stringify({ at: Date.now(), was: { content: 'It boils.' }, values: { content: 'It sings.' } }),
    );
    const user = renderApp(`/admin/${tab}`);
    await user.click(await screen.findByRole('button', { name: 'Edit The kettle' }));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: content }).textContent).toBe('It sings.'));
    expect(screen.queryByRole('region', { name: /Someone else/ })).toBeNull();
  });

  it('publishes a draft from its row, or says why it can’t be', async () => {
    const item = make({ id: 7, title: 'The kettle', revision: 3 });
    const draft = { updatedAt: '2026-11-01T09:04:00Z', by: { kind: 'admin', id: 'admin', name: 'admin' }, fields: ['tags'], revision: 2 };
    let published = false;
    on(`GET /api/admin/${path}`, () => json([{ ...item, draft: published ? null : draft }], 200, { 'X-Total-Count': '1' }));
    on(`GET /api/admin/${path}/7`, item);
    on(`POST /api/admin/${path}/7/draft/publish`, () =>
      problem(400, 'Invalid', [{ field: 'tags', message: 'Tags can have at most 100 items' }]),
    );
    const user = renderApp(`/admin/${tab}`);
    const publish = await screen.findByRole('button', { name: 'Publish changes of The kettle' });
    await user.click(publish);
    await screen.findByText(/could not be published\. Tags can have at most 100 items/);
    on(`POST /api/admin/${path}/7/draft/publish`, () => {
      published = true;
      return json({ ...item, revision: 4 });
    });
    await user.click(publish);
    await screen.findByText('Changes published');
    await waitFor(() => expect(screen.queryByText('Unpublished changes')).toBeNull());
  });
});
