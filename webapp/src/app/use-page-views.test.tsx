// A page that the browser prerenders is viewed once it is shown, or never.
import { cleanup, render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls, on } from '@/testing/server';
import { usePageViews } from './use-page-views';

function Page() {
  usePageViews();
  return null;
}

const show = (prerendering: boolean) => Object.defineProperty(document, 'prerendering', { value: prerendering, configurable: true });

const views = () => calls('POST /api/track').map(({ body }) => (body as { page: string }).page);

/** Lets everything happen that already could. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  on('POST /api/track', () => new Response(null, { status: 204 }));
  show(true);
});
afterEach(() => Reflect.deleteProperty(document, 'prerendering'));

const prerender = () =>
  render(
    <MemoryRouter initialEntries={['/reviews/14']}>
      <Page />
    </MemoryRouter>,
  );

test('the view of a prerendered page is counted when it is shown, once', async () => {
  prerender();
  await settled();
  expect(views()).toEqual([]);
  show(false);
  document.dispatchEvent(new Event('prerenderingchange'));
  document.dispatchEvent(new Event('prerenderingchange'));
  await waitFor(() => expect(views()).toEqual(['/reviews/14']));
  await settled();
  expect(views()).toHaveLength(1);
});

test('one that is never shown is not counted', async () => {
  prerender();
  cleanup();
  show(false);
  document.dispatchEvent(new Event('prerenderingchange'));
  await settled();
  expect(views()).toEqual([]);
});

test('any other page is counted at once', async () => {
  show(false);
  prerender();
  await waitFor(() => expect(views()).toEqual(['/reviews/14']));
});
