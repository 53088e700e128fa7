// The calls of a desk: what the admin does to the items of one kind, reviews or news. Both kinds have the same calls
// (spec section 7) and differ only in their types and addresses.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, query, type Page } from './api-client';
import type { BulkChange, DeletedItem, ItemRevision } from './api-types';
import type { PastItem } from './item-history';

/** What every item of a desk has. */
export interface ContentItem {
  id: number;
  title: string;
  isPublished: boolean;
  updatedAt: string;
  /** When it is to be published, and unpublished, by itself; null: not at all. */
  publishAt?: string | null;
  unpublishAt?: string | null;
  /** Of the item's stream; sent back as If-Match. */
  revision: number;
}

/** Which part of a desk's list; what is absent does not narrow it. */
export interface ListParams {
  search?: string;
  category?: string;
  categoryId?: number;
  featured?: boolean;
  published?: boolean | undefined;
  /** Whether it is to be published or unpublished by itself. */
  scheduled?: boolean | undefined;
  sort?: string;
  order?: 'asc' | 'desc';
  limit?: number;
  offset?: number;
}

export type BulkAction = 'publish' | 'unpublish' | 'feature' | 'unfeature' | 'delete' | 'restore';

/** The calls of one kind. All of them reject with ApiError; none tells the cache, see invalidate. */
export interface ContentCalls<Item extends ContentItem, Body> {
  keys: { all: readonly string[]; lists: readonly string[]; list: (p: ListParams) => readonly unknown[]; item: (id: number) => readonly unknown[] };
  /** Part of the list, drafts included; what was shown stays until the new part is there. */
  list: (p: ListParams) => ReturnType<typeof listOptions<Item>>;
  /** One item, draft or not, always fresh. ApiError(404) when it is deleted. */
  get: (id: number) => ReturnType<typeof itemOptions<Item>>;
  /** A retry with the same idempotency key and body makes nothing twice. */
  create: (body: Body, idempotencyKey?: string) => Promise<Item>;
  /** Changes the given fields. With the revision that the admin has seen, ApiError(412) when somebody else was quicker. */
  update: (id: number, body: Partial<Body>, revision?: number) => Promise<Item>;
  remove: (id: number) => Promise<void>;
  /** At most 1,000 ids. */
  bulk: (action: BulkAction, ids: number[]) => Promise<BulkChange>;
  /** Gives items back what they were before a request, schedules too. What was changed since the given revision is refused. */
  takeBack: (requestId: string, items: readonly { id: number; revision: number }[]) => Promise<BulkChange>;
  /** The revisions, newest first, a page after the other; of a deleted item, too. */
  history: (id: number) => ReturnType<typeof historyOptions>;
  /** The item as it was at a revision, which never changes. */
  past: (id: number, revision: number) => ReturnType<typeof pastOptions<Item>>;
  /** Gives the item the content of a revision, with state also its published and featured flags, with schedule what it was to do by itself, with correction marked as one that has this note. ApiError(412) as for update. */
  restoreTo: (id: number, revision: number, options: { state: boolean; schedule?: boolean; correction?: string; ifMatch: number }) => Promise<Item>;
  /** What is deleted, the latest first. */
  deleted: (p: Pick<ListParams, 'search' | 'limit' | 'offset'>) => ReturnType<typeof listOptions<DeletedItem>>;
  /** After a write: the desk's lists and items, the overview and the public pages ask anew. Resolves when those shown have. */
  invalidate: (client: QueryClient) => Promise<void>;
}

const listOptions = <Item>(path: string, key: readonly unknown[], p: ListParams & { deleted?: boolean }) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }): Promise<Page<Item>> => api.page<Item>(`${path}${query({ ...p })}`, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const itemOptions = <Item>(path: string, key: readonly unknown[]) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }): Promise<Item> => api.get<Item>(path, { signal }), staleTime: 0 });

const historyOptions = (path: string, key: readonly unknown[]) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ signal, pageParam }): Promise<ItemRevision[]> => api.get<ItemRevision[]>(`${path}${query({ before: pageParam })}`, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.at(-1)?.revision || undefined, // revision 0 ends the list
    staleTime: 0,
  });

const pastOptions = <Item>(path: string, key: readonly unknown[]) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }): Promise<PastItem<Item>> => api.get<PastItem<Item>>(path, { signal }), staleTime: Infinity });

/** The calls of a kind, 'reviews' or 'news'. */
export function contentCalls<Item extends ContentItem, Body>(kind: 'reviews' | 'news'): ContentCalls<Item, Body> {
  const open = `/api/${kind}`;
  const admin = `/api/admin/${kind}`;
  const all = ['admin', kind] as const;
  const keys = {
    all,
    lists: [...all, 'list'] as const,
    list: (p: ListParams) => [...all, 'list', p] as const,
    item: (id: number) => [...all, id] as const,
  };
  return {
    keys,
    list: (p) => listOptions<Item>(admin, keys.list(p), p),
    get: (id) => itemOptions<Item>(`${admin}/${id}`, keys.item(id)),
    create: (body, idempotencyKey) => api.post<Item>(open, body, idempotencyKey === undefined ? {} : { idempotencyKey }),
    update: (id, body, revision) => api.patch<Item>(`${open}/${id}`, body, revision === undefined ? {} : { ifMatch: revision }),
    remove: (id) => api.delete(`${open}/${id}`),
    bulk: (action, ids) => api.post<BulkChange>(`${admin}/bulk`, { action, ids }),
    takeBack: (requestId, items) =>
      api.post<BulkChange>('/api/admin/undo', { requestId, items: items.map(({ id, revision }) => ({ kind: kind === 'news' ? 'article' : 'review', id, revision })) }),
    history: (id) => historyOptions(`${admin}/${id}/history`, [...all, 'history', id]),
    past: (id, revision) => pastOptions<Item>(`${admin}/${id}/history/${revision}`, ['admin', 'past', kind, id, revision]),
    restoreTo: (id, revision, { ifMatch, ...what }) => api.post<Item>(`${admin}/${id}/history/${revision}/restore`, what, { ifMatch }),
    deleted: (p) => listOptions<DeletedItem>(admin, [...all, 'deleted', p], { ...p, deleted: true }),
    invalidate: async (client) => {
      await Promise.all(
        [all, ['admin', 'overview'], ['admin', 'activity'], [kind]].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
      );
    },
  };
}
