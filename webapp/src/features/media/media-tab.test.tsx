// The tab Media: the library's list, and the details of a picture.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryPage, LibraryPicture, PictureUse } from '@/lib/media';
import { beginSession } from '@/stores/session';
import { makePicture, pictureId } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { calls, json, on, problem } from '@/testing/server';

beforeEach(() => {
  beginSession();
  emptySite();
  on('GET /api/admin/session', { authenticated: true, username: 'admin', loginTime: '2026-11-21T08:00:00Z' });
  on('GET /api/admin/overview', { messages: { unread: 0, read: 0 } });
});

/** The library has these pictures, of which each can be opened. */
function library(...pictures: LibraryPicture[]): void {
  const page: LibraryPage = { total: pictures.length, missingAlt: pictures.filter((p) => p.alt === '').length, items: pictures };
  on('GET /api/admin/media', page);
  for (const picture of pictures) on(`GET /api/admin/media/${picture.id}`, picture);
}

const uses = (n: number): PictureUse[] =>
  Array.from({ length: n }, (_, i) => ({ kind: 'review', id: i + 1, title: `Review ${i + 1}`, state: 'published' }));
/** A toast is outside of the dialog that is open. */
const notice = (text: string) => screen.findAllByText(text);
const open = async (name: string) => {
  const user = renderApp('/admin/media');
  await user.click(await screen.findByRole('link', { name }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByRole('textbox', { name: 'Alt text' });
  return { user, dialog };
};
const path = `/api/admin/media/${pictureId('a')}`;

describe('the library', () => {
  it('lists pictures with what they lack and how often they are used', async () => {
    library(
      makePicture({ uses: uses(1) }),
      makePicture({ id: pictureId('b'), name: '', alt: '' }),
      makePicture({ id: pictureId('c'), name: 'gone.png', removedAt: '2026-11-02T10:00:00Z' }),
    );
    const user = renderApp('/admin/media');
    const items = within(await screen.findByRole('list', { name: 'Images' })).getAllByRole('listitem');
    expect(items.map((i) => i.textContent)).toEqual([
      'kettle.jpgUsed in 1 place',
      'Image bbbbbbbbNot usedNo alt text',
      'gone.pngNot usedRemoved',
    ]);
    const show = screen.getByRole('combobox', { name: 'Show' });
    await user.selectOptions(show, 'Missing alt text (1)');
    await waitFor(() => expect(calls('GET /api/admin/media').at(-1)?.query.get('filter')).toBe('missing-alt'));
    await user.type(screen.getByRole('searchbox', { name: 'Search images' }), 'kettle{Enter}');
    await waitFor(() => expect(calls('GET /api/admin/media').at(-1)?.query.get('search')).toBe('kettle'));
    expect(calls('GET /api/admin/media').at(-1)?.query.get('filter')).toBe('missing-alt');
  });

  it('says what will be here while it is empty, and that nothing fits a filter', async () => {
    library();
    const user = renderApp('/admin/media');
    expect(await screen.findByText('No images yet')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Unused');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No images yet')).toBeTruthy();
  });
});

describe('the details of a picture', () => {
  it('describe it, with the revision that was seen', async () => {
    library(makePicture());
    on(`PATCH ${path}`, ({ body }) => json(makePicture({ ...(body as object), revision: 3 })));
    const { user, dialog } = await open('kettle.jpg');
    await user.type(dialog.getByRole('textbox', { name: 'Credit' }), 'Ada Voss');
    const point = dialog.getByRole('slider', { name: 'Focal point' });
    point.focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
    expect(point.getAttribute('aria-valuetext')).toBe('51% from the left, 40% from the top');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await notice('Image saved');
    const [sent] = calls(`PATCH ${path}`);
    expect(sent?.body).toEqual({ credit: 'Ada Voss', focalPoint: { x: 0.51, y: 0.4 } });
    expect(sent?.headers.get('If-Match')).toBe('"2"');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true));
    expect(dialog.getByRole('textbox', { name: 'Credit' })).toHaveProperty('value', 'Ada Voss');
  });

  it('show what someone else has changed meanwhile, and keep what was typed', async () => {
    library(makePicture());
    on(`PATCH ${path}`, () => {
      on(`GET ${path}`, makePicture({ revision: 5, credit: 'Odile', caption: 'In the kitchen' }));
      return problem(412, 'Changed');
    });
    const { user, dialog } = await open('kettle.jpg');
    await user.type(dialog.getByRole('textbox', { name: 'Credit' }), 'Ada');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByText(/Someone else changed this image/)).parentElement?.textContent).toContain('Their credit:Odile');
    expect(dialog.getByRole('textbox', { name: 'Caption' })).toHaveProperty('value', 'In the kitchen');
    expect(dialog.getByRole('textbox', { name: 'Credit' })).toHaveProperty('value', 'Ada');
    on(`PATCH ${path}`, ({ body }) => json(makePicture({ caption: 'In the kitchen', ...(body as object), revision: 6 })));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await notice('Image saved');
    expect(calls(`PATCH ${path}`).at(-1)?.headers.get('If-Match')).toBe('"5"');
    expect(calls(`PATCH ${path}`).at(-1)?.body).toEqual({ credit: 'Ada' });
    await waitFor(() => expect(dialog.queryByText(/Someone else/)).toBeNull());
  });

  it('show the server’s complaint at its field, and ask before changes are lost', async () => {
    library(makePicture());
    on(`PATCH ${path}`, () => problem(400, 'Invalid input', [{ field: 'alt', message: 'Alt text must be at most 500 characters' }]));
    const { user, dialog } = await open('kettle.jpg');
    fireEvent.change(dialog.getByRole('textbox', { name: 'Alt text' }), { target: { value: 'One\nline' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Alt text must be at most 500 characters')).toBeTruthy();
    expect(calls(`PATCH ${path}`)[0]?.body).toEqual({ alt: 'One line' });
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByRole('textbox', { name: 'Alt text' })).toHaveProperty('value', 'One line');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lead to where it is used, first to a few of many', async () => {
    const others: PictureUse[] = [
      { kind: 'article', id: 3, title: 'Town', state: 'deleted' },
      { kind: 'page', id: 0, title: '', state: 'changes of' },
      { kind: 'settings', id: 0, title: 'site', state: 'published' },
    ];
    library(makePicture({ uses: [...others, ...uses(40)] }));
    const { user, dialog } = await open('kettle.jpg');
    const places = within(dialog.getByRole('region', { name: 'Used in 43 places' }));
    expect(places.getAllByRole('link').map((l) => [l.textContent, l.getAttribute('href')])).toEqual([
      ['Town', '/admin/articles?status=deleted&search=Town'],
      ['Untitled', '/admin/pages'],
      ['Site settings', '/admin/settings/site'],
      ['Review 1', '/admin/reviews/1/edit'],
      ['Review 2', '/admin/reviews/2/edit'],
    ]);
    expect(places.getByText('Page · Unpublished changes')).toBeTruthy();
    await user.click(places.getByRole('button', { name: 'Show all 43' }));
    expect(places.getAllByRole('link')).toHaveLength(43);
  });

  it('ask before it is removed, and list it as removed', async () => {
    library(makePicture({ uses: uses(5) }));
    on(`DELETE ${path}`, () => {
      library(makePicture({ removedAt: '2026-11-25T02:00:00Z' }));
      return json(null, 204);
    });
    const { user, dialog } = await open('kettle.jpg');
    await user.click(dialog.getByRole('button', { name: 'Remove…' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('It can’t be restored.It will be missing in 5 places:Review 1Review 2Review 3and 2 more');
    await user.click(within(question).getByRole('button', { name: 'Remove image' }));
    await notice('Image removed');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Removed', { selector: 'li *' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));

    on(`POST ${path}/allow`, () => {
      const allowed = makePicture({ removedAt: '2026-11-25T02:00:00Z', allowed: true });
      on(`GET ${path}`, allowed);
      return json(allowed);
    });
    await user.click(screen.getByRole('link', { name: 'kettle.jpg' }));
    await user.click(await screen.findByRole('button', { name: 'Allow again' }));
    expect(await screen.findByText('It can be uploaded again.')).toBeTruthy();
  });

  it('bring an earlier file back, and follow the address of a replaced one', async () => {
    const earlier = {
      id: pictureId('e'),
      url: `/media/${pictureId('e')}.png`,
      width: 640,
      height: 480,
      contentType: 'image/png',
      replacedAt: '2026-11-20T10:00:00Z',
    };
    library(makePicture({ replaces: [earlier] }));
    on(`GET /api/admin/media/${earlier.id}`, makePicture({ replaces: [earlier] }));
    const user = renderApp(`/admin/media/${earlier.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'kettle.jpg' }));
    expect(await dialog.findByText(/PNG, 640 × 480 px/)).toBeTruthy();
    const again = makePicture({ id: earlier.id, name: 'pot.png' });
    on(`POST ${path}/replace`, () => {
      on(`GET /api/admin/media/${earlier.id}`, again);
      return json(again);
    });
    await user.click(dialog.getByRole('button', { name: 'Use this file again' }));
    await notice('Earlier file in use again');
    expect(calls(`POST ${path}/replace`)[0]?.body).toEqual({ by: earlier.id });
    expect(await screen.findByRole('dialog', { name: 'pot.png' })).toBeTruthy();
  });

  it('are not there for an unknown address', async () => {
    library();
    on(`GET ${path}`, () => problem(404, 'Picture not found'));
    const user = renderApp(`/admin/media/${pictureId('a')}`);
    expect(await screen.findByText('This image doesn’t exist.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the smaller copies of a picture', () => {
  it('say why they could not be made, and are made again', async () => {
    const failed = makePicture({ copies: { status: 'failed', reason: 'It takes too much memory to resize.' } });
    library(failed);
    const { user, dialog } = await open('kettle.jpg');
    const pending = makePicture({ copies: { status: 'pending', reason: '' } });
    on(`POST ${path}/copies`, () => {
      library(pending);
      return json(pending);
    });
    expect(dialog.getByText(/could not be made:/).parentElement?.textContent).toBe(
      'Smaller copies could not be made: It takes too much memory to resize. Readers get the original.',
    );
    expect(screen.getByText('No smaller copies')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Making smaller copies…')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('say that another attempt could not be requested', async () => {
    library(makePicture({ copies: { status: 'failed', reason: 'The file is damaged.' } }));
    on(`POST ${path}/copies`, () => problem(503, 'The disk is full.'));
    const { user, dialog } = await open('kettle.jpg');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await notice('The disk is full.');
    expect(dialog.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false);
  });
});
