// Whether the links of a text to pages of this site lead to something.
import { queryOptions, useQueries } from '@tanstack/react-query';

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

/** Returns what is known of those of the links that lead to this site. */
export function useSiteLinks(links: readonly string[]): ReadonlyMap<string, LinkState> {
  const paths = [...new Set(links.flatMap((link) => sitePath(link) ?? []))];
  const answers = useQueries({ queries: paths.map(linkQuery) });
  return new Map(
    links.flatMap((link): [string, LinkState][] => {
      const path = sitePath(link);
      if (path === null) return [];
      const answer = answers[paths.indexOf(path)];
      return [[link, answer?.data ?? (answer?.isError ? 'unknown' : 'loading')]];
    }),
  );
}
