// The state of a reader's list as its address's query: what it is narrowed to, its order and its page. The server reads the same
// (httpapi/pages/parameters.go), and the API's lists take the same parameters.
import { query } from './api-client';

/** The parameters that narrow or order the lists, in the order in which addresses have them; a category's page has no 'search' and 'category'. */
export const reviewParameters = ['search', 'category', 'brand', 'tag', 'year', 'minScore', 'maxPrice', 'sort'] as const;
export const categoryParameters = ['brand', 'tag', 'year', 'minScore', 'maxPrice', 'sort'] as const;
export const articleParameters = ['category', 'tag', 'year'] as const;

export type ListParameter = (typeof reviewParameters)[number];

/** What a list is narrowed to, and its order. */
export type ListFilter = Partial<Record<ListParameter, string>>;

export interface ListAddress {
  filter: ListFilter;
  /** From 1; null where the address names what is no page. */
  page: number | null;
}

/** How many items a page has: whole rows of two and of three. The server has the same number. */
const pageSize = 24;

/** The highest page that the server looks for. */
const maxPage = 100_000;

/** The number of the last page of a list, at least 1. */
export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / pageSize));

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

/** The address of a page of the list at a path. The first one has no number. */
export function listPath(path: string, filter: ListFilter, page = 1): string {
  return path + query({ ...inOrder(filter), page: page === 1 ? undefined : page });
}

/** The filter with a value changed; '' leaves it out. */
export function changed(filter: ListFilter, name: ListParameter, value: string): ListFilter {
  return inOrder({ ...filter, [name]: value });
}

/** The filter without what a reader can clear: what was searched for, and the order, stay. */
export function cleared({ search = '', sort = '' }: ListFilter): ListFilter {
  return inOrder({ search, sort });
}

/** The same filter has the same address, whatever was chosen first. */
function inOrder(filter: ListFilter): ListFilter {
  return Object.fromEntries(reviewParameters.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
}
