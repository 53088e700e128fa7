// The addresses of a list's pages, and of the list as it would be narrowed. What only reads an address is in list-address.ts, which every
// reader has.
import { query } from './api-client';
import { reviewParameters, type ListFilter, type ListParameter } from './list-address';

/** How many items a page has: whole rows of two and of three. The server has the same number. */
const pageSize = 24;

/** How many corrections a page has. The server has the same number. */
export const correctionsPageSize = 50;

/** The number of the last page of a list, at least 1. */
export const lastPage = (total: number, size = pageSize): number => Math.max(1, Math.ceil(total / size));

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

/** All parameters. Each list's own are in the same order. */
const order = ['search', 'type', 'kind', 'category', 'author', ...reviewParameters.slice(2)] as const;

/** The same filter has the same address, whatever was chosen first. */
function inOrder(filter: ListFilter): ListFilter {
  return Object.fromEntries(order.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
}
