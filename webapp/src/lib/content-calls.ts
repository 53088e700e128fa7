// The admin's calls on the items of a content type. All content types have the same calls (spec section 7); only their
// types and addresses differ.
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, query, type Page } from './api-client';
import type { BulkChange, ChangeQuestion, Compensation, DeletedItem, DraftSummary, ItemRevision } from './api-types';
import { itemDraft, newDraft, newDraftsQuery, type DraftKind, type DraftPlace } from './draft-calls';
import type { PastItem } from './item-history';
import { previewCalls, type PreviewCalls } from './preview-calls';
import { versionCalls, type VersionCalls } from './version-calls';

/** What every item has. The API's types have more. */
export interface ContentItem {
  id: number;
  title: string;
  isPublished: boolean;
  updatedAt: string;
  /** When it will be published and unpublished automatically; null for never. */
  publishAt?: string | null;
  unpublishAt?: string | null;
  /** When its draft will be published automatically; null for never. */
  draftPublishAt?: string | null;
  /** Of the item's stream; sent back as If-Match. */
  revision: number;
  /** Changes that aren't published yet; only in the admin's lists. */
  draft?: DraftSummary | null;
}

/** An item in the admin's lists: without the long texts, which they don't show. */
export type Listed<Item> = ContentItem & Omit<Item, 'content' | 'contentText' | 'verdict' | 'verdictText'>;

/** What a change of something published is to its readers: a correction or an update with its note, a typo, or of a page nothing. */
export type Marking = { correction: string } | { update: string } | { typo: true } | { [none in never]: never };

/** Narrows an admin list. */
export interface ListParams {
  search?: string;
  category?: string;
  categoryId?: number;
  featured?: boolean;
  published?: boolean | undefined;
  /** Whether it will be published or unpublished automatically. */
  scheduled?: boolean | undefined;
  sort?: string;
  order?: 'asc' | 'desc';
  limit?: number;
  offset?: number;
}

export type BulkAction = 'publish' | 'unpublish' | 'feature' | 'unfeature' | 'delete' | 'restore';

/** The calls of one content type. All of them reject with ApiError; none updates the cache, see invalidate. */
export interface ContentCalls<Item extends ContentItem, Body> {
  keys: {
    all: readonly string[];
    lists: readonly string[];
    list: (p: ListParams) => readonly unknown[];
    item: (id: number) => readonly unknown[];
  };
  /** Part of the list, drafts included. The previous part is shown until the next one is there. */
  list: (p: ListParams) => ReturnType<typeof listOptions<Listed<Item>>>;
  /** One item, draft or not, always fresh. ApiError(404) when it is deleted. */
  get: (id: number) => ReturnType<typeof itemOptions<Item>>;
  /** A retry with the same idempotency key and body creates nothing twice. */
  create: (body: Body, idempotencyKey?: string) => Promise<Item>;
  drafts: {
    ofItem: (id: number) => DraftPlace;
    ofNew: (draftId: string) => DraftPlace;
    /** Those of items that don't exist yet. */
    newOnes: () => ReturnType<typeof newDraftsQuery>;
    /**
     * Changes the item as its draft says, and as the body says in its place; the draft is gone then. With publishAt, what is published
     * changes at that time. ApiError(404) if there is none, ApiError(412) as for update.
     */
    publish: (id: number, body: Partial<Body> & Partial<Marking>, revision?: number) => Promise<Item>;
    /** Cancels the time at which the draft goes live. ApiError(404) if there is none. */
    unschedule: (id: number) => Promise<void>;
    /** Creates the item of a draft, which is gone then. A repetition creates nothing twice. ApiError(404) if there is none. */
    create: (draftId: string, body: Body) => Promise<Item>;
  };
  previews: (id: number) => PreviewCalls;
  /** Changes the given fields. With the revision that the admin has seen, ApiError(412) if someone else has changed the item since. */
  update: (id: number, body: Partial<Body> & Partial<Marking>, revision?: number) => Promise<Item>;
  /** What a change, or restoring a revision, is to readers. ApiError(400) for a body that couldn't be saved. */
  change: (
    id: number,
    what: { changes: Partial<Body> | Record<string, unknown> } | { revision: number; state?: boolean },
  ) => Promise<ChangeQuestion>;
  remove: (id: number) => Promise<void>;
  /** At most 1,000 ids. */
  bulk: (action: BulkAction, ids: number[]) => Promise<BulkChange>;
  /** Undoes a request's changes of items, including schedules. Items that were changed since the given revision are refused. */
  takeBack: (requestId: string, items: readonly { id: number; revision: number }[]) => Promise<BulkChange>;
  /** The revisions, newest first, page by page; also of a deleted item. */
  history: (id: number) => ReturnType<typeof historyOptions>;
  versions: VersionCalls;
  /** The item as it was at a revision, which never changes. */
  past: (id: number, revision: number) => ReturnType<typeof pastOptions<Item>>;
  /**
   * Restores the content of a revision; with state also its published and featured status, with schedule also its schedule, and marked as
   * what it is to readers. ApiError(412) as for update.
   */
  restoreTo: (
    id: number,
    revision: number,
    options: { state: boolean; schedule?: boolean; ifMatch: number } & Partial<Marking>,
  ) => Promise<Item>;
  /** The deleted items, most recently deleted first. */
  deleted: (p: Pick<ListParams, 'search' | 'limit' | 'offset'>) => ReturnType<typeof listOptions<DeletedItem>>;
  /** After a write: refetches the lists and items, the overview and the public pages. Resolves when those on the screen are there. */
  invalidate: (client: QueryClient) => Promise<void>;
}

const listOptions = <Item>(path: string, key: readonly unknown[], p: ListParams & { deleted?: boolean; texts?: boolean }) =>
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
    queryFn: ({ signal, pageParam }): Promise<ItemRevision[]> =>
      api.get<ItemRevision[]>(`${path}${query({ before: pageParam })}`, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => {
      const oldest = last.at(-1);
      return (oldest && oldest.revision + 1 - oldest.types.length) || undefined; // revision 0 ends the list
    },
    staleTime: 0,
  });

const pastOptions = <Item>(path: string, key: readonly unknown[]) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }): Promise<PastItem<Item>> => api.get<PastItem<Item>>(path, { signal }),
    staleTime: Infinity,
  });

/** Returns the calls of a content type: path is its part of the addresses, 'news'; kind its name in them, 'article'. */
export function contentCalls<Item extends ContentItem, Body>(path: string, kind: Compensation['kind']): ContentCalls<Item, Body> {
  const open = `/api/${path}`;
  const admin = `/api/admin/${path}`;
  const all = ['admin', path] as const;
  const keys = {
    all,
    lists: [...all, 'list'] as const,
    list: (p: ListParams) => [...all, 'list', p] as const,
    item: (id: number) => [...all, id] as const,
  };
  return {
    keys,
    list: (p) => listOptions<Listed<Item>>(admin, keys.list(p), { ...p, texts: false }),
    get: (id) => itemOptions<Item>(`${admin}/${id}`, keys.item(id)),
    create: (body, idempotencyKey) => api.post<Item>(open, body, idempotencyKey === undefined ? {} : { idempotencyKey }),
    drafts: {
      ofItem: (id) => itemDraft(path, id),
      ofNew: (draftId) => newDraft(kind as DraftKind, draftId),
      newOnes: () => newDraftsQuery(kind as DraftKind),
      publish: (id, body, revision) =>
        api.post<Item>(`${admin}/${id}/draft/publish`, body, revision === undefined ? {} : { ifMatch: revision }),
      unschedule: (id) => api.delete(`${admin}/${id}/draft/schedule`),
      create: (draftId, body) => api.post<Item>(`/api/admin/drafts/${draftId}/create`, body),
    },
    previews: (id) => previewCalls(path, id),
    update: (id, body, revision) => api.patch<Item>(`${open}/${id}`, body, revision === undefined ? {} : { ifMatch: revision }),
    change: (id, what) => api.post<ChangeQuestion>(`${admin}/${id}/change`, what),
    remove: (id) => api.delete(`${open}/${id}`),
    bulk: (action, ids) => api.post<BulkChange>(`${admin}/bulk`, { action, ids }),
    takeBack: (requestId, items) =>
      api.post<BulkChange>('/api/admin/undo', { requestId, items: items.map(({ id, revision }) => ({ kind, id, revision })) }),
    history: (id) => historyOptions(`${admin}/${id}/history`, [...all, 'history', id]),
    versions: versionCalls(path),
    past: (id, revision) => pastOptions<Item>(`${admin}/${id}/history/${revision}`, ['admin', 'past', path, id, revision]),
    restoreTo: (id, revision, { ifMatch, ...what }) => api.post<Item>(`${admin}/${id}/history/${revision}/restore`, what, { ifMatch }),
    deleted: (p) => listOptions<DeletedItem>(admin, [...all, 'deleted', p], { ...p, deleted: true }),
    invalidate: async (client) => {
      await Promise.all(
        [all, ['admin', 'drafts', kind], ['admin', 'overview'], ['admin', 'week'], ['admin', 'activity'], [path], ['corrections']].map(
          (queryKey) => client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      );
    },
  };
}
