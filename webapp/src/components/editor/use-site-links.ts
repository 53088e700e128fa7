// Whether the links of a text to pages of this site, and to places in the text itself, lead to something.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { Heading } from '@/lib/rendered';

/** What is known of a link: it leads to a page, to nothing, or could not be followed. */
export type LinkState = 'loading' | 'found' | 'missing' | 'unknown';

/** Returns the path and query of a link to this site; null for a place in the text itself, and for any other link. */
export function sitePath(link: string, origin = location.origin): string | null {
  if (link.startsWith('//') || !(link.startsWith('/') || link.startsWith(`${origin}/`))) return null;
  const { pathname, search } = new URL(link, origin);
  return pathname + search;
}

const linkQuery = (path: string) =>
  queryOptions({
    queryKey: ['site-link', path],
    queryFn: async ({ signal }): Promise<LinkState> => {
      const { ok, status } = await fetch(path, { method: 'HEAD', signal });
      return ok ? 'found' : status === 404 || status === 410 ? 'missing' : 'unknown';
    },
    staleTime: 0,
  });

/** The parts that pages of items have beside the headings of their texts. */
const pageParts = ['text', 'scores', 'pros-and-cons', 'video', 'images', 'verdict', 'corrections', 'specifications'];

/** Asks for the places that a link can lead to in a text: the ids of its headings. */
const placesQuery = (content: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['site-link', 'places', content],
    queryFn: async ({ signal }) =>
      (await api.post<{ headings: Heading[] }>('/api/admin/markdown', { content }, { signal })).headings.map(({ id }) => id),
    enabled,
  });

/** Returns the place in the page that a link leads to; null for any other link. */
function placeOf(link: string): string | null {
  if (!/^#./.test(link)) return null;
  try {
    return decodeURIComponent(link.slice(1)).normalize('NFC');
  } catch {
    return link.slice(1);
  }
}

/** Returns what is known of those of the links that lead to this site, and of those to places in the text, which is content. */
export function useSiteLinks(links: readonly string[], content: string): ReadonlyMap<string, LinkState> {
  const paths = [...new Set(links.flatMap((link) => sitePath(link) ?? []))];
  const answers = useQueries({ queries: paths.map(linkQuery) });
  const places = useQuery(placesQuery(content, content.trim() !== '' && links.some((link) => placeOf(link) !== null)));
  const found = content.trim() === '' ? [] : places.data;
  const stateOf = (known: { isError: boolean } | undefined): LinkState => (known?.isError ? 'unknown' : 'loading');
  return new Map(
    links.flatMap((link): [string, LinkState][] => {
      const place = placeOf(link);
      if (place !== null)
        return [[link, pageParts.includes(place) || found?.includes(place) ? 'found' : found ? 'missing' : stateOf(places)]];
      const path = sitePath(link);
      if (path === null) return [];
      const answer = answers[paths.indexOf(path)];
      return [[link, answer?.data ?? stateOf(answer)]];
    }),
  );
}
