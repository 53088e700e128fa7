import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { beginSession } from '@/stores/session';
import { makeMark } from '@/testing/makers';
import { emptySite, renderApp } from '@/testing/render';
import { on, problem } from '@/testing/server';

const marks = [
  makeMark({ id: 1, title: 'Slate 14', recordedAt: '2026-11-01T10:00:00.5123456Z' }),
  makeMark({ id: 2, title: 'Halden drill', recordedAt: '2026-11-08T09:29:59.9Z' }),
  makeMark({ id: 1, title: 'Slate 14', type: 'correction', recordedAt: '2026-11-15T07:59:59.9Z' }),
];

beforeEach(() => {
  emptySite();
  beginSession();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', {
    log: { available: true, writable: true, asOf: null },
    reviews: { total: 0, published: 0, drafts: 0, featured: 0, withoutPictures: 0, byCategory: [], byPrice: [] },
    articles: { total: 0, published: 0, drafts: 0 },
    pages: { total: 0, published: 0, drafts: 0 },
    messages: { unread: 0, read: 0 },
    keys: { active: 0, total: 0 },
  });
  on('GET /api/admin/reviews', []);
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00.250Z'));
});

async function open() {
  const user = renderApp('/admin/reviews');
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Time travel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The site as it was' }));
  return { user, dialog, field: dialog.getByLabelText<HTMLInputElement>(/Date and time/) };
}

const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Moment' });

it('begins after the middle one of all marks, in the slider and in the field', async () => {
  on('GET /api/analytics/marks', marks);
  const { dialog, field } = await open();
  expect((await slider()).getAttribute('aria-valuetext')).toBe('November 8, 2026, 09:30 UTC');
  expect(field.value).toBe('2026-11-08T09:30');
  expect(dialog.getByText('After “Halden drill” was published')).toBeTruthy();
  expect([dialog.getByText('Published'), dialog.getByText('Corrected or updated'), dialog.getByText('November 1, 2026')]).toHaveLength(3);
});

it('moves by an hour, from mark to mark, and no farther than now', async () => {
  on('GET /api/analytics/marks', marks);
  const { user, dialog, field } = await open();
  (await slider()).focus();
  const went: string[] = [];
  for (const key of [
    'ArrowRight',
    'ArrowDown',
    'ArrowLeft',
    'PageUp',
    'PageUp',
    'ArrowUp',
    'PageDown',
    'PageDown',
    'PageDown',
    'PageDown',
  ]) {
    await user.keyboard(`{${key}}`);
    went.push(field.value.slice(8, 19));
  }
  expect(went).toEqual([
    '08T10:30',
    '08T09:30',
    '08T08:30',
    '08T09:30',
    '15T08:00',
    '15T09:00',
    '15T08:00',
    '08T09:30',
    '01T10:00:01',
    '01T10:00:01',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Next change' }));
  await user.click(dialog.getByRole('button', { name: 'Next change' }));
  expect(dialog.getByText('After “Slate 14” was corrected')).toBeTruthy();
  const next = dialog.getByRole('button', { name: 'Next change' });
  expect(next.getAttribute('aria-disabled')).toBe('false');
  await user.click(next);
  expect([field.value, next.getAttribute('aria-disabled')]).toEqual(['2026-11-21T12:00', 'true']);
});

it('keeps the slider in step with the field, and where it was while that is incomplete', async () => {
  on('GET /api/analytics/marks', marks);
  const { dialog, field } = await open();
  const range = await slider();
  fireEvent.change(field, { target: { value: '2026-11-16T00:00:30' } });
  expect(range.valueAsNumber).toBe(Date.parse('2026-11-16T00:00:30Z') / 1000);
  expect(dialog.getByText('After “Slate 14” was corrected')).toBeTruthy();
  fireEvent.change(field, { target: { value: '' } });
  expect([range.getAttribute('aria-valuetext'), field.value]).toEqual(['November 16, 2026, 00:00 UTC', '']);
  fireEvent.change(field, { target: { value: '2026-10-01T00:00' } });
  expect(dialog.getByText('Before the first of these changes')).toBeTruthy();
  fireEvent.change(range, { target: { value: String(Date.parse('2026-11-02T00:00:00Z') / 1000) } });
  expect(field.value).toBe('2026-11-02T00:00');
});

it('goes just after the mark that is clicked', async () => {
  on('GET /api/analytics/marks', marks);
  const { dialog, field } = await open();
  await slider();
  const sign = document.querySelector('[data-tip="Corrected: Slate 14, November 15, 2026"]');
  const lane = sign?.parentElement as HTMLElement;
  vi.spyOn(lane, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 1000, 24));
  const place = 100 + 10 * parseFloat((sign as HTMLElement).style.left);
  fireEvent.click(lane, { clientX: place + 300 });
  expect(field.value).toBe('2026-11-08T09:30'); // that was nowhere
  fireEvent.click(lane, { clientX: place + 9 });
  expect(field.value).toBe('2026-11-15T08:00');
  expect(dialog.getByText('After “Slate 14” was corrected')).toBeTruthy();
});

it('has only the field on a site without marks, at a day ago', async () => {
  on('GET /api/analytics/marks', []);
  const { field } = await open();
  await vi.waitFor(() => expect(field.value).toBe('2026-11-20T12:00'));
  expect(screen.queryByRole('slider')).toBeNull();
});

it('has nothing but the end beyond a single mark', async () => {
  on('GET /api/analytics/marks', marks.slice(0, 1));
  const { user, dialog, field } = await open();
  expect((await slider()).valueAsNumber).toBe(Date.parse('2026-11-01T10:00:01Z') / 1000);
  expect(dialog.queryByText('Corrected or updated')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Previous change' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(dialog.getByRole('button', { name: 'Next change' }));
  expect(field.value).toBe('2026-11-21T12:00');
});

it('waits for the marks, and offers to try again; the field works without them', async () => {
  let answer: (r: Response) => void = () => undefined;
  on('GET /api/analytics/marks', () => new Promise<Response>((resolve) => (answer = resolve)));
  const { user, dialog, field } = await open();
  expect(dialog.getByRole('status', { name: 'Loading publications and corrections' })).toBeTruthy();
  expect(field.value).toBe('');
  answer(problem(500, 'Broken'));
  expect(await dialog.findByText('Publications and corrections could not be loaded')).toBeTruthy();
  expect(field.value).toBe('2026-11-20T12:00');
  on('GET /api/analytics/marks', marks);
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect((await slider()).getAttribute('aria-valuetext')).toBe('November 8, 2026, 09:30 UTC');
});

it('says so when older marks are missing', async () => {
  on(
    'GET /api/analytics/marks',
    Array.from({ length: 1000 }, (_, id) =>
      makeMark({ id, recordedAt: new Date(Date.parse('2026-10-01T00:00:00Z') + 3_600_000 * id).toISOString() }),
    ),
  );
  const { dialog } = await open();
  expect(await dialog.findByText(/^Only the latest 1,000 changes are shown/)).toBeTruthy();
  const signs = document.querySelectorAll('[data-tip*="publication"]');
  expect(signs.length).toBeGreaterThan(10);
  expect(signs.length).toBeLessThanOrEqual(200);
});
