// The state of a reader's list as its address's query: what it is narrowed to, its order and its page. The server reads the same
// (httpapi/pages/parameters.go), and the API's lists take the same parameters.
/**
 * The parameters that narrow or order the lists, in the order in which addresses have them; a category's page has no 'search' and
 * 'category'.
 */
export const reviewParameters = ['search', 'category', 'brand', 'tag', 'year', 'minScore', 'maxPrice', 'sort'] as const;
export const categoryParameters = ['brand', 'tag', 'year', 'minScore', 'maxPrice', 'sort'] as const;
export const articleParameters = ['category', 'tag', 'year'] as const;
/** The parameters of what a search finds, which has an order of its own. */
export const searchParameters = ['search', 'type', 'category', 'brand', 'tag', 'year', 'minScore', 'maxPrice'] as const;
export const correctionParameters = ['type', 'kind', 'category', 'author', 'year'] as const;

export type ListParameter = (typeof reviewParameters | typeof correctionParameters)[number];

/** What a list is narrowed to, and its order. */
export type ListFilter = Partial<Record<ListParameter, string>>;

export interface ListAddress {
  filter: ListFilter;
  /** From 1; null where the address names what is no page. */
  page: number | null;
}

/** The highest page that the server looks for. */
const maxPage = 100_000;

/** Reads the known parameters of an address's query. Of repeated ones the first counts, and an empty one is absent. */
export function listAddress(query: URLSearchParams, known: readonly ListParameter[]): ListAddress {
  const filter: ListFilter = {};
  for (const name of known) {
    const value = query.get(name)?.trim();
    if (value) filter[name] = value;
  }
  const page = query.get('page')?.trim() || '1';
  return { filter, page: /^\d{1,6}$/.test(page) && Number(page) >= 1 && Number(page) <= maxPage ? Number(page) : null };
}
