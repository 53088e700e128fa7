// The forms of the site's settings.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeChange, makePage } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';
import { makeSettings, noSettingsDrafts } from '@/testing/settings';

const put = (section: string) => calls(`PUT /api/admin/settings/${section}`);
const save = () => screen.getByRole('button', { name: 'Save' });
const draftPath = '/api/admin/settings/site/draft';
const saved = (call: string) => calls(`${call} ${draftPath}`);

/** A draft of the section Site, as the server answers it. */
const draftOf = (fields: object, was: object, revision = 0) => ({
  id: 'settings-site',
  kind: 'settings',
  itemId: null,
  base: 0,
  fields,
  was,
  title: 'site',
  updatedAt: '2026-11-21T12:00:00Z',
  by: { kind: 'admin', id: 'admin', name: 'admin' },
  revision,
  schedule: null,
});

/** Keeps what is sent, as the server does. */
function keepDraft(draft: ReturnType<typeof draftOf> | null = null) {
  const kept = { draft };
  on(`GET ${draftPath}`, () => json(kept.draft));
  on(`PUT ${draftPath}`, ({ body }) => {
    const { fields, was } = body as { fields: object; was: object };
    kept.draft = draftOf(fields, was, (kept.draft?.revision ?? -1) + 1);
    return json(kept.draft);
  });
  on(`DELETE ${draftPath}`, () => {
    kept.draft = null;
    return json(null, 204);
  });
  return kept;
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

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
  on('GET /api/admin/settings', makeSettings());
  noSettingsDrafts();
  on('POST /api/admin/settings/privacy/preview', []);
});

describe('a section’s form', () => {
  it('saves only what was changed, with the revision that was seen', async () => {
    const saved = makeSettings({ site: { name: 'Noisy Kitchen', revision: 4 } }).site;
    on('GET /api/admin/settings', makeSettings({ site: { revision: 3 } }));
    on('PUT /api/admin/settings/site', saved);
    const user = renderApp('/admin/settings/site');
    const name = await field('Name');
    await user.clear(name);
    await user.type(name, 'Noisy Kitchen');
    expect(screen.getByText('Draft changes')).toBeTruthy();
    await user.click(save());
    await notice('Site settings saved');
    expect(put('site').map(({ body }) => body)).toEqual([{ name: 'Noisy Kitchen' }]);
    expect(put('site')[0]?.headers.get('If-Match')).toBe('"3"');
    expect(screen.queryByText('Draft changes')).toBeNull();
    // What is saved is what the next change is compared with.
    await user.type(name, '!');
    await user.click(save());
    expect(put('site')[1]?.headers.get('If-Match')).toBe('"4"');
  });

  it('says that the section is open in another tab', async () => {
    on('PUT /api/admin/settings/site/editing', {
      others: [{ since: '2026-11-21T12:00:00Z', by: { kind: 'admin', id: 'admin', name: 'admin' } }],
    });
    renderApp('/admin/settings/site');
    expect((await screen.findByText('Open in another tab of yours')).closest('[role=status]')?.textContent).toContain(
      'Changes are merged on save.',
    );
  });

  it('goes on from what it sent where the server can’t show it yet', async () => {
    on('PUT /api/admin/settings/site', () => json({ id: 0, revision: 1 }, 202));
    const user = renderApp('/admin/settings/site');
    const name = await field('Name');
    await user.type(name, '!');
    await user.click(save());
    await notice('Site settings saved');
    expect(name.value).toBe('Candor!');
    expect(screen.queryByText('Draft changes')).toBeNull();
    await user.type(name, '!');
    await user.click(save());
    await waitFor(() => expect(put('site')[1]?.headers.get('If-Match')).toBe('"1"'));
  });

  it('goes back to a default, which it shows', async () => {
    on('GET /api/admin/settings', makeSettings({ site: { tagline: 'Coffee' } }));
    on('PUT /api/admin/settings/site', makeSettings().site);
    const user = renderApp('/admin/settings/site');
    const tagline = await field('Tagline');
    expect(screen.getByText('Default: Honest tech reviews')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to default: Name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to default: Tagline' }));
    expect(tagline.value).toBe('Honest tech reviews');
    await waitFor(() => expect(document.activeElement).toBe(tagline));
    await user.click(save());
    await notice('Site settings saved');
    expect(put('site').map(({ body }) => body)).toEqual([{ tagline: null }]);
  });

  it('names the variable that decides a field', async () => {
    on('GET /api/admin/settings', makeSettings({ publication: { overridden: { publicHistory: 'CANDOR_PUBLIC_HISTORY' } } }));
    renderApp('/admin/settings/publication');
    const group = (await screen.findByRole('group', { name: 'Public history' })).closest('[data-setting]');
    expect(group?.textContent).toContain('Set by CANDOR_PUBLIC_HISTORY on the server: what you save here takes effect once that is unset.');
  });

  it.each([
    ['site', 'Name', '', 'Name is required'],
    ['site', 'Name', 'n'.repeat(61), 'Name must be at most 60 characters'],
    ['site', 'Accent', 'red', 'Accent must be a colour such as #1d6b4f'],
    ['publication', 'Contact email', 'nobody', 'Email must be a valid email address'],
    ['publication', 'Response time', '', 'Response time is required'],
    ['privacy', 'Page views and visitors: days', '29', 'Page views and visitors must be kept for at least 30 days'],
    ['privacy', 'Page views and visitors: days', '4.5', 'Page views and visitors must be a whole number of days'],
  ])('%s: names what is wrong at %s, and saves nothing', async (section, name, typed, message) => {
    const user = renderApp(`/admin/settings/${section}`);
    const box = await field(name);
    await user.clear(box);
    if (typed !== '') await user.click(box).then(() => user.paste(typed));
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(put(section)).toHaveLength(0);
  });

  it('shows what the server refuses at its field', async () => {
    on('PUT /api/admin/settings/site', () =>
      problem(400, 'Invalid', [{ field: 'timeZone', message: 'Time zone must be a name such as Europe/Paris' }]),
    );
    const user = renderApp('/admin/settings/site');
    const zone = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
    await user.clear(zone);
    await user.type(zone, 'GMT');
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toBe('Time zone must be a name such as Europe/Paris');
    await waitFor(() => expect(document.activeElement).toBe(zone));
  });

  it('keeps what is typed on the server, until it is discarded', async () => {
    const kept = keepDraft();
    const user = renderApp('/admin/settings/site');
    await user.type(await field('Name'), ' & Co');
    window.dispatchEvent(new Event('online')); // saves at once
    expect((await screen.findByText(/^Saved \d/)).getAttribute('role')).toBe('status');
    expect(saved('PUT').map(({ body }) => body)).toEqual([{ base: 0, fields: { name: 'Candor & Co' }, was: { name: 'Candor' } }]);
    expect(saved('PUT')[0]?.headers.get('If-None-Match')).toBe('*');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);

    // What was typed since is sent when the form is left.
    await user.type(await field('Tagline'), '!');
    await user.click(screen.getByRole('link', { name: 'Privacy' }));
    await screen.findByRole('group', { name: 'Messages' });
    await waitFor(() => expect(kept.draft?.fields).toEqual({ name: 'Candor & Co', tagline: 'Honest tech reviews!' }));
    expect(saved('PUT')[1]?.headers.get('If-Match')).toBe('"0"');
    await user.click(screen.getByRole('link', { name: 'Site' }));
    expect((await field('Name')).value).toBe('Candor & Co');
    expect((await field('Tagline')).value).toBe('Honest tech reviews!');
    expect(screen.getByRole('note', { name: 'Draft' }).textContent).toMatch(
      /^Draft changes of .* by admin\. Readers see the saved settings\.$/,
    );

    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await notice('Draft discarded');
    expect((await field('Name')).value).toBe('Candor');
    expect(kept.draft).toBeNull();
    expect(screen.queryByRole('note', { name: 'Draft' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(save()));
  });

  it('saves what the draft has, too, so that it ends', async () => {
    keepDraft(draftOf({ name: 'Mine', tagline: 'Mine' }, { name: 'Candor', tagline: 'Honest tech reviews' }));
    on('PUT /api/admin/settings/site', makeSettings({ site: { name: 'Mine', revision: 1 } }).site);
    const user = renderApp('/admin/settings/site');
    const tagline = await field('Tagline');
    expect(tagline.value).toBe('Mine');
    await user.clear(tagline);
    await user.type(tagline, 'Honest tech reviews');
    await user.click(save());
    await notice('Site settings saved');
    expect(put('site').map(({ body }) => body)).toEqual([{ name: 'Mine', tagline: null }]);
    expect(screen.queryByText('Draft changes')).toBeNull();
  });

  it('asks where the draft and someone else have changed the same meanwhile', async () => {
    keepDraft(draftOf({ name: 'Mine', tagline: 'Mine' }, { name: 'Candor', tagline: 'Honest tech reviews' }));
    on('GET /api/admin/settings', makeSettings({ site: { name: 'Theirs', revision: 1 } }));
    on(
      'POST /api/admin/differences',
      ['Mine', 'Theirs'].map((is) => makeChange('name', 'Name', 'Candor', is)),
    );
    on('GET /api/admin/settings/site/history', []);
    renderApp('/admin/settings/site');
    const asked = await screen.findByRole('group', { name: 'Name' });
    expect(await within(asked).findByText('Theirs')).toBeTruthy();
    expect(calls('POST /api/admin/differences')[0]?.body).toEqual({
      changes: ['Mine', 'Theirs'].map((is) => ({ field: 'name', old: 'Candor', new: is })),
    });
    expect((await field('Tagline')).value).toBe('Mine');
    expect(screen.queryByRole('group', { name: 'Tagline' })).toBeNull();
  });

  it('joins what another tab has typed meanwhile', async () => {
    const kept = keepDraft();
    const user = renderApp('/admin/settings/site');
    await user.type(await field('Name'), '!');
    kept.draft = draftOf({ tagline: 'Theirs' }, { tagline: 'Honest tech reviews' }, 4);
    on(`PUT ${draftPath}`, ({ headers, body }) =>
      headers.get('If-Match') === '"4"' ? json({ ...kept.draft, ...(body as object), revision: 5 }) : problem(412, 'Changed'),
    );
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByRole('region', { name: 'This draft was also edited elsewhere' })).toBeTruthy();
    expect((await field('Tagline')).value).toBe('Theirs');
    await waitFor(() => expect(saved('PUT').at(-1)?.body).toMatchObject({ fields: { name: 'Candor!', tagline: 'Theirs' } }));
  });

  it('offers what only this device has', async () => {
    localStorage.setItem('candor-draft:settings:site', JSON.stringify({ at: 1, was: { name: 'Candor' }, values: { name: 'Mine' } }));
    const user = renderApp('/admin/settings/site');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await field('Name')).value).toBe('Mine');
  });
});

describe('settings that were changed in another tab', () => {
  const outdated = () =>
    json(
      {
        status: 412,
        message: 'Changed',
        currentRevision: 1,
        changedAt: '2026-11-21T12:00:00Z',
        changedBy: { kind: 'admin', id: 'admin', name: 'admin' },
      },
      412,
    );

  it('are joined field by field, and only what both changed is asked', async () => {
    on('PUT /api/admin/settings/site', outdated);
    const user = renderApp('/admin/settings/site');
    const name = await field('Name');
    await user.type(name, ' mine');
    await user.type(await field('Description'), ' Mine.');
    on('GET /api/admin/settings', makeSettings({ site: { name: 'Theirs', tagline: 'Theirs', revision: 1 } }));
    on('POST /api/admin/differences', () => problem(503, 'Unavailable'));
    await user.click(save());
    const panel = within(await screen.findByRole('region', { name: /^Saved in another tab at/ }));
    expect(panel.getByText('Updated automatically (you hadn’t edited these)')).toBeTruthy();
    expect((await field('Tagline')).value).toBe('Theirs');
    expect((await field('Description')).value).toBe('A trusted source. Mine.');
    expect(name.value).toBe('Candor mine');

    // Nothing is saved before the choice.
    const tries = put('site').length;
    await user.click(save());
    expect(panel.getByText('Choose a version')).toBeTruthy();
    expect(put('site')).toHaveLength(tries);

    on(
      'PUT /api/admin/settings/site',
      makeSettings({ site: { name: 'Theirs', tagline: 'Theirs', description: 'A trusted source. Mine.', revision: 2 } }).site,
    );
    await user.click(panel.getByRole('radio', { name: 'Use theirs' }));
    expect(name.value).toBe('Theirs');
    await user.click(save());
    await notice('Site settings saved');
    const last = put('site').at(-1);
    expect(last?.body).toEqual({ description: 'A trusted source. Mine.' });
    expect(last?.headers.get('If-Match')).toBe('"1"');
  });
});

describe('privacy', () => {
  it('shows what the Privacy page would say of what is typed', async () => {
    on('POST /api/admin/settings/privacy/preview', ({ body }) =>
      json([
        { name: 'name', value: 'Candor' },
        { name: 'messages', value: 'We keep a message until we delete it.' },
        { name: 'retention', value: `We delete page views after ${(body as { pageViewDays: number }).pageViewDays} days.` },
      ]),
    );
    const user = renderApp('/admin/settings/privacy');
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    const sentences = () => preview.getAllByText(/^We /).map((p) => p.textContent);
    await waitFor(() => expect(sentences()).toEqual(['We delete page views after 400 days.', 'We keep a message until we delete it.']));
    const days = screen.getByRole('textbox', { name: 'Page views and visitors: days' });
    await user.clear(days); // a change that can't be saved is not asked about
    await user.type(days, '60');
    await waitFor(() => expect(sentences()[0]).toBe('We delete page views after 60 days.'));
    const asked = calls('POST /api/admin/settings/privacy/preview').map(({ body }) => (body as { pageViewDays: unknown }).pageViewDays);
    expect(asked).toEqual([400, 60]);
    expect(put('privacy')).toEqual([]);
  });

  it('asks how much shorter days delete, and confirms that', async () => {
    on('PUT /api/admin/settings/privacy', ({ body }) =>
      (body as { confirm?: boolean }).confirm
        ? json(makeSettings({ privacy: { pageViewDays: 60, revision: 1 } }).privacy)
        : json({ status: 409, message: 'Shorter', count: 1204, at: '2026-11-21T12:00:00' }, 409),
    );
    const user = renderApp('/admin/settings/privacy');
    const days = await field('Page views and visitors: days');
    await user.clear(days);
    await user.type(days, '60');
    await user.click(save());
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('1,204').closest('p')?.textContent).toContain('November 21, 2026 at 12:00 PM');
    await user.click(question.getByRole('button', { name: 'Save' }));
    await notice('Privacy settings saved');
    expect(put('privacy').map(({ body }) => body)).toEqual([{ pageViewDays: 60 }, { pageViewDays: 60, confirm: true }]);
  });

  it('keeps for ever, or for a number of days', async () => {
    on('PUT /api/admin/settings/privacy', makeSettings({ privacy: { messageDays: 30, revision: 1 } }).privacy);
    const user = renderApp('/admin/settings/privacy');
    const messages = within(await screen.findByRole('group', { name: 'Messages' }));
    expect(messages.getByText(/Days are those of UTC/)).toBeTruthy();
    await user.click(messages.getByRole('radio', { name: 'Deleted after some days' }));
    const days = messages.getByRole('textbox', { name: 'Messages: days' });
    await user.clear(days);
    await user.type(days, '30');
    await user.click(save());
    await waitFor(() => expect(put('privacy').map(({ body }) => body)).toEqual([{ messageDays: 30 }]));
  });
});

it('an accent is shown as each theme has it, with its contrast', async () => {
  const user = renderApp('/admin/settings/site');
  const accent = await field('Accent');
  await user.type(accent, '#ffeb3b');
  const [light, dark] = screen.getAllByText(/contrast/).map((note) => note.textContent);
  expect(light).toMatch(/^#\w{6}, contrast (4\.[5-9]|5\.\d):1$/);
  expect(dark).toBe('#ffeb3b, contrast 13.1:1');
});

it('the preview shows what is typed, in both themes', async () => {
  const user = renderApp('/admin/settings/site');
  await user.type(await field('Name'), ' Kitchen');
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(preview.getAllByText('Candor Kitchen')).toHaveLength(2);
  expect(preview.getAllByText('© 2024 Candor Kitchen. All rights reserved.')).toHaveLength(2);
});
