// The state of a list in numbered pages: its address, and what the head of its page says.
import { useLocation } from 'react-router-dom';
import { listAddress, type ListAddress, type ListParameter } from '@/lib/list-address';
import { lastPage, listPath } from '@/lib/list-links';
import type { PageHead } from '@/lib/page-head';

/** The address of the list that is shown. */
export function useListAddress(known: readonly ListParameter[]): ListAddress {
  return listAddress(new URLSearchParams(useLocation().search), known);
}

/**
 * The head of a page of a list, from the list's own. What is narrowed or ordered is for one reader: search engines keep the list itself.
 */
export function listHead(head: PageHead, { filter }: ListAddress, page: number, total: number | undefined, size?: number): PageHead {
  const whole = Object.keys(filter).length === 0;
  return {
    ...head,
    title: page > 1 ? `${head.title}, page ${page}` : head.title,
    path: whole ? listPath(head.path, {}, page) : head.path,
    index: whole,
    prev: page > 1 ? listPath(head.path, filter, page - 1) : undefined,
    next: total !== undefined && page < lastPage(total, size) ? listPath(head.path, filter, page + 1) : undefined,
  };
}
