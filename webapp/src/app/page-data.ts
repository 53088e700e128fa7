// The data a page was rendered with: the server writes it beside the markup as JSON, and the browser begins with it, so
// that it renders the same and fetches nothing that the page already has.
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';

/** The id of the script element that holds it. */
export const pageDataId = 'page-data';

export interface PageData {
  /** When the page was rendered, in milliseconds since 1970. */
  now: number;
  queries: { key: QueryKey; data?: unknown; missing?: true }[];
}

/** Returns the cache's data, and the queries whose item was missing. */
export function collectData(client: QueryClient, now: number): PageData {
  const queries = client.getQueryCache().getAll().flatMap(({ queryKey: key, state }): PageData['queries'] => {
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

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The data in the document, null on a page that the server did not render. */
export function readData(document: Document): PageData | null {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
