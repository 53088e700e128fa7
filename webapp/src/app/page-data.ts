// The data a page was rendered with: the server writes it beside the markup as JSON, and the browser begins with it, so
// that it renders the same and fetches nothing that the page already has.
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { categoriesPath, categoriesQuery } from '@/lib/categories';
import { ApiError } from '@/lib/api-client';
import { sitePath, siteQuery } from '@/lib/site-settings';

/** The id of the script element that holds it. */
export const pageDataId = 'page-data';

export interface PageData {
  /** When the page was rendered, in milliseconds since 1970. */
  now: number;
  queries: { key: QueryKey; data?: unknown; missing?: true }[];
}

/** Returns the cache's data, and the queries whose item was missing. */
export function collectData(client: QueryClient, now: number): PageData {
  const queries = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, state }): PageData['queries'] => {
      if (state.data !== undefined) return [{ key, data: state.data }];
      return isMissing(state.error) ? [{ key, missing: true }] : [];
    });
  return { now, queries };
}

/** Puts a page's data into an empty cache, as if it had been fetched now. */
export function restoreData(client: QueryClient, { queries }: PageData): void {
  for (const { key, data, missing } of queries) {
    if (!missing) {
      client.setQueryData(key, data);
      continue;
    }
    const query = client.getQueryCache().build(client, { queryKey: key, queryHash: hashKey(key) });
    query.setState({ status: 'error', error: new ApiError(404, '', 'Not Found'), errorUpdatedAt: Date.now() });
  }
}

/** The answers that a page brings along which the server did not render (httpapi/page.go), by their addresses. */
const brought: readonly (readonly [address: string, key: QueryKey])[] = [
  [sitePath, siteQuery.queryKey],
  [categoriesPath, categoriesQuery.queryKey],
];

/** Puts them into an empty cache, as if they had been fetched now. */
export function restoreAnswers(client: QueryClient, document: Document): void {
  const text = document.getElementById('site-data')?.textContent;
  const answers = text ? (JSON.parse(text) as Record<string, unknown>) : {};
  for (const [address, key] of brought) if (answers[address] !== undefined) client.setQueryData(key, answers[address]);
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The data in the document, null on a page that the server did not render. */
export function readData(document: Document): PageData | null {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
