// Shows the whole app at an address, on a network where reading the site works and everything is empty.
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { App } from '@/app/app';
import '@/app/screen-data'; // so that a link that a test has hovered fetches its data then, and not during a later test
import { newQueryClient } from '@/lib/query-client';
import { siteQuery } from '@/lib/site-settings';
import { categories, fixedPagesAt, makeCorrectionFacets, makeFacets, makeSite, makeWeek, rendered } from './makers';
import { json, on } from './server';

/**
 * Answers readers and the admin as an empty site does: there are no drafts and no other editors, and no change needs a kind. A test's own
 * answers override these.
 */
export function emptySite(): void {
  on('HEAD /favicon.svg', () => json(null, 204));
  on('GET /api/categories', categories);
  on('GET /api/reviews', () => json([], 200, { 'X-Total-Count': '0' }));
  for (const path of ['reviews', 'news']) on(`GET /api/${path}/facets`, makeFacets());
  on('GET /api/news', () => json([], 200, { 'X-Total-Count': '0' }));
  on('GET /api/search', {
    total: 0,
    hits: [],
    facets: { types: [], brands: [], categories: [], tags: [], years: [], scores: [], prices: [] },
    didYouMean: '',
    nearest: false,
  });
  on('GET /api/pages', ({ query }) => json(fixedPagesAt(query.get('slug')).map((page) => rendered(page))));
  on('GET /api/corrections', () => json([], 200, { 'X-Total-Count': '0' }));
  on('GET /api/corrections/facets', makeCorrectionFacets());
  on('GET /api/site', makeSite());
  on('POST /api/track', () => json(null, 204));
  on('GET /api/admin/drafts', () => json([]));
  on('GET /api/admin/week', makeWeek());
  on('GET /api/admin/checklist', { items: [], dismissed: true });
  for (const path of ['reviews', 'news', 'pages']) {
    on(`GET /api/admin/${path}/{id}/draft`, null);
    on(`POST /api/admin/${path}/{id}/change`, { asked: false, kinds: [], changes: [] });
    on(`GET /api/admin/${path}/{id}/preview-links`, () => json([]));
    on(`PUT /api/admin/${path}/{id}/editing`, { others: [] });
    on(`DELETE /api/admin/${path}/{id}/editing`, () => json(null, 204));
  }
}

/** Shows the app at the address, in a page that brings the site's settings along; returns the person who uses it. */
export function renderApp(path: string, site = makeSite()) {
  const user = userEvent.setup();
  const client = newQueryClient();
  client.setQueryData(siteQuery.queryKey, site);
  render(
    <MemoryRouter initialEntries={[path]}>
      <App queryClient={client} />
    </MemoryRouter>,
  );
  return user;
}

/**
 * Waits for a notice with the text, and returns that element. Notices move from a closing dialog to the corner of the page, so both are
 * searched each time.
 */
export function notice(text: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => within(screen.getByRole('region', { name: /Notification/ })).getByText(text));
}
