// The entry of the web app in the server: renders one page to text. It runs in a plain JavaScript engine
// (httpapi/render), so it must not wait for anything but the server's own answers, which are there at once.
import './server-globals';
import { StrictMode } from 'react';
import type { Query, QueryObserverOptions } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router-dom';
import { App } from '@/app/app';
import { collectData, isMissing } from '@/app/page-data';
import { preloadScreens } from '@/app/screens';
import { fetchPage } from '@/app/server-queries';
import { HeadContext } from '@/hooks/use-head';
import { followSite } from '@/lib/follow-site';
import { newQueryClient } from '@/lib/query-client';
import type { PageHead } from '@/lib/page-head';
import { headHtml } from '@/lib/seo';
import { siteQuery, unknownSite } from '@/lib/site-settings';

export interface RenderedPage {
  /** The content of <head>. */
  head: string;
  /** The content of #root. */
  body: string;
  /** The page's data as JSON that may stand in a script element. */
  data: string;
  /** When the page becomes outdated, in milliseconds since 1970: it shows ages such as '5 minutes ago'. 0 is never. */
  until: number;
}

/** The most times a page is rendered until all its data is there. Once is usual (server-queries.ts), but a screen may ask for more. */
const mostPasses = 4;

/** Resolves once every screen is loaded. The server waits for it before it renders a page. */
export const ready = preloadScreens();

/** Reports whether a screen waits for the query's data. */
function isWanted({ state, options }: Query): boolean {
  const { enabled } = options as QueryObserverOptions; // the screen's own options
  return state.data === undefined && enabled !== false && !isMissing(state.error);
}

/**
 * Takes React's preloads of the first picture from the beginning of the markup: in the head they are found sooner, and the markup that
 * React hydrates has none.
 */
function withoutPreloads(body: string): { preloads: string[]; markup: string } {
  const [links = ''] = /^(?:<link rel="preload"[^>]*>)*/.exec(body) ?? [];
  return { preloads: links.match(/<[^>]*>/g) ?? [], markup: body.slice(links.length) };
}

/**
 * Renders the page at an address: a path, with the query that it depends on.
 * @param origin the public origin, for the head's absolute links
 * @param now the time, in milliseconds since 1970
 */
export async function render(address: string, origin: string, now: number): Promise<RenderedPage> {
  const client = newQueryClient();
  followSite(client);
  // The screens report their head while they are rendered; the last report counts.
  const rendered: { head: PageHead | null; until: number } = { head: null, until: Infinity };
  const app = (
    <StrictMode>
      <HeadContext value={(wanted) => (rendered.head = wanted)}>
        <StaticRouter location={address}>
          <App queryClient={client} rendered={{ at: now, onShown: (until) => (rendered.until = Math.min(rendered.until, until)) }} />
        </StaticRouter>
      </HeadContext>
    </StrictMode>
  );
  const [path = '', query = ''] = address.split('?');
  await fetchPage(path, new URLSearchParams(query), client);
  let body = '';
  for (let pass = 0; pass < mostPasses; pass++) {
    rendered.head = null;
    rendered.until = Infinity;
    body = renderToString(app);
    // Rendering has named the queries that it needs.
    const wanted = client.getQueryCache().getAll().filter(isWanted);
    if (wanted.length === 0) break;
    await Promise.all(
      wanted.map(async (query) => {
        try {
          await query.fetch();
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    );
  }
  if (!rendered.head) throw new Error(`the page ${path} has no head`);
  const { preloads, markup } = withoutPreloads(body);
  return {
    head: [headHtml(rendered.head, client.getQueryData(siteQuery.queryKey) ?? unknownSite, origin), ...preloads].join('\n    '),
    body: markup,
    data: JSON.stringify(collectData(client, now)).replace(/</g, '\\u003c'),
    until: Number.isFinite(rendered.until) ? rendered.until : 0,
  };
}
