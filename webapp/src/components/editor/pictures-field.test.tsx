// Additional images: a list in order, and the same value as text.
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm, useWatch } from 'react-hook-form';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Values } from '@/components/content/content-type';
import { newQueryClient } from '@/lib/query-client';
import { makePicture, pictureId } from '@/testing/makers';
import { saying } from '@/testing/saying';
import { calls, json, on, problem } from '@/testing/server';
import { PicturesField } from './pictures-field';

const [lamp, desk] = [
  makePicture({ id: pictureId('a'), name: 'lamp.jpg', alt: '' }),
  makePicture({ id: pictureId('b'), name: 'desk.jpg', alt: 'A desk' }),
];
const foreign = 'https://pictures.example/front,2.jpg?size=1';

function Form({ value }: { value: string }) {
  const form = useForm<Values, unknown, object>({ defaultValues: { imageUrls: value } });
  return (
    <>
      <PicturesField form={form} name="imageUrls" label="Additional Images" hint={undefined} />
      <output aria-label="value">{String(useWatch({ control: form.control, name: 'imageUrls' }))}</output>
    </>
  );
}

function show(value: string) {
  render(
    <QueryClientProvider client={newQueryClient()}>
      <Form value={value} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const value = () => screen.getByLabelText('value').textContent;
const rows = () => within(screen.getByRole('list', { name: 'Additional Images' })).getAllByRole('listitem');

beforeEach(() => {
  for (const picture of [lamp, desk]) on(`GET /api/admin/media/${picture.id}`, () => json(picture));
});

describe('additional images', () => {
  it('are moved and removed by keyboard, and say where they are', async () => {
    const user = show(`${lamp.url}, ${desk.url}, ${foreign}`);
    const up = await screen.findByRole('button', { name: 'Move front,2.jpg up' });
    up.focus();
    await user.keyboard('{Enter}');
    expect(value()).toBe(`${lamp.url}, ${foreign}, ${desk.url}`);
    expect(screen.getByText('front,2.jpg is now number 2 of 3.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move front,2.jpg up' }));
    await user.keyboard('{Enter}{Enter}'); // the second press finds it at the top
    expect(value()).toBe(`${foreign}, ${lamp.url}, ${desk.url}`);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move front,2.jpg up' }));
    await user.click(await screen.findByRole('button', { name: 'Remove lamp.jpg' }));
    expect(value()).toBe(`${foreign}, ${desk.url}`);
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Remove desk.jpg' }));
  });

  it('show the same value as text, and an error at its own address', async () => {
    const user = show(desk.url);
    await user.click(screen.getByRole('button', { name: 'Edit as text' }));
    const text = screen.getByRole('textbox', { name: 'Additional Images' });
    expect(text).toHaveProperty('value', desk.url);
    await user.type(text, `\nnot an address\n${foreign}`);
    await user.click(screen.getByRole('button', { name: 'Show as images' }));
    expect(rows()).toHaveLength(3);
    expect(within(rows()[1] as HTMLElement).getByRole('alert').textContent).toBe(
      'This must be a URL that starts with http://, https:// or /',
    );
    await user.click(screen.getByRole('button', { name: 'Move front,2.jpg up' }));
    expect(rows().map((row) => /desk|front|not an address/.exec(row.textContent)?.[0])).toEqual(['desk', 'front', 'not an address']);
  });

  it('get the alt text that they lack, in place', async () => {
    const user = show(lamp.url);
    on(`PATCH /api/admin/media/${lamp.id}`, () => json({ ...lamp, alt: 'A lamp', revision: 3 }));
    await user.click(await screen.findByRole('button', { name: 'Add alt text for lamp.jpg' }));
    await user.keyboard('A  lamp{Enter}');
    expect(await screen.findByText(saying('Alt text: “A lamp”'))).toBeDefined();
    expect(calls(`PATCH /api/admin/media/${lamp.id}`).map(({ body }) => body)).toEqual([{ alt: 'A lamp' }]);
  });

  it('keep an alt text that was not saved', async () => {
    const user = show(lamp.url);
    on(`PATCH /api/admin/media/${lamp.id}`, () => problem(503, 'The disk is full.'));
    await user.click(await screen.findByRole('button', { name: 'Add alt text for lamp.jpg' }));
    await user.keyboard('A lamp{Tab}{Tab}{Tab}');
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
    expect(screen.getByRole('textbox', { name: 'Alt text' })).toHaveProperty('value', 'A lamp');
  });

  it('say what became of them in the library', async () => {
    on(`GET /api/admin/media/${lamp.id}`, () => json({ ...lamp, removedAt: '2026-11-02T10:00:00Z' }));
    on(`GET /api/admin/media/${desk.id}`, () => json(makePicture({ id: pictureId('c'), name: 'new desk.jpg' })));
    show(`${lamp.url}, ${desk.url}`);
    expect(await screen.findByText('Removed from the library. Choose another image.')).toBeDefined();
    expect(await screen.findByText('Replaced in the library. Readers see the new image.')).toBeDefined();
    await waitFor(() => expect(rows()[1]?.textContent).toContain('new desk.jpg'));
  });

  it('are chosen from the library in the order in which they were selected', async () => {
    on('GET /api/admin/media', () => json({ total: 2, missingAlt: 1, items: [lamp, desk] }));
    const user = show(foreign);
    await user.click(screen.getByRole('button', { name: 'Add images' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Additional Images' }));
    await user.click(await dialog.findByRole('button', { name: /^desk\.jpg/ }));
    await user.click(dialog.getByRole('button', { name: /^lamp\.jpg/ }));
    await user.click(dialog.getByRole('button', { name: 'Use 2 images' }));
    expect(value()).toBe(`${foreign}, ${desk.url}, ${lamp.url}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add images' })));
  });
});
