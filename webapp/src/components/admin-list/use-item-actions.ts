// The actions of an admin list: deleting one item, and bulk actions, each with Undo. The list shows the expected result at once
// and returns to what it was if the server refuses.
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { ContentType } from '@/components/content/content-type';
import { ApiError, type Page } from '@/lib/api-client';
import type { BulkChange } from '@/lib/api-types';
import type { BulkAction, ContentItem } from '@/lib/content-calls';
import { excerpt } from '@/lib/excerpt';
import { adminList } from '@/lib/kinds';
import { showToast } from '@/stores/toasts';
import { counted, opposite, outcome } from './words';

/** How long a toast with Undo stays, in milliseconds. */
const undoFor = 10_000;

/** An item of any list; only reviews have isFeatured. */
type Row = ContentItem & { isFeatured?: boolean };

/** Returns the list after the action. */
function expected(page: Page<Row>, action: BulkAction, ids: ReadonlySet<number>): Page<Row> {
  const flags: Partial<Record<BulkAction, Partial<Row>>> = {
    publish: { isPublished: true },
    unpublish: { isPublished: false },
    feature: { isFeatured: true },
    unfeature: { isFeatured: false },
  };
  if (action === 'delete') {
    const items = page.items.filter((i) => !ids.has(i.id));
    return { items, total: page.total - (page.items.length - items.length) };
  }
  return { ...page, items: page.items.map((i) => (ids.has(i.id) ? { ...i, ...flags[action] } : i)) };
}

/** Shows the lists after the action; returns a function that restores them. */
async function foresee(client: QueryClient, lists: QueryKey, action: BulkAction, ids: readonly number[]): Promise<() => void> {
  await client.cancelQueries({ queryKey: lists });
  const before = client.getQueriesData<Page<Row>>({ queryKey: lists });
  const changed = new Set(ids);
  client.setQueriesData<Page<Row>>({ queryKey: lists }, (page) => page && expected(page, action, changed));
  return () => before.forEach(([key, page]) => client.setQueryData(key, page));
}

/** Returns the reasons of the refusals, each once: 'Review not found'. */
const reasons = ({ errors }: Pick<BulkChange, 'errors'>) => [...new Set(errors.map((e) => e.message))].join(' · ');

/** Returns the titles of items, as far as the lists show them: ' (“A”, “B” and 3 more)'; '' for none. */
function named(client: QueryClient, lists: QueryKey, ids: readonly number[]): string {
  const titles = new Map(
    client.getQueriesData<Page<Row>>({ queryKey: lists }).flatMap(([, page]) => page?.items.map((i) => [i.id, i.title] as const) ?? []),
  );
  const known = ids
    .flatMap((id) => titles.get(id) ?? [])
    .slice(0, 3)
    .map((title) => `“${excerpt(title, 60)}”`);
  const more = ids.length - known.length;
  return known.length === 0 ? '' : ` (${known.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

/** An action on some items, or the undo of an earlier one. */
interface Task {
  action: BulkAction;
  ids: readonly number[];
  /** The request to undo, and the items' revisions after it. */
  undoes?: { requestId: string; items: BulkChange['done'] };
  /** Has no Undo, because it is one: a single deletion is undone by restoring the item. */
  last?: boolean;
}

export interface ItemActions {
  /** Resolves to whether it succeeded. */
  change: (action: BulkAction, ids: readonly number[]) => Promise<boolean>;
  remove: (item: ContentItem) => Promise<boolean>;
  busy: boolean;
}

export function useItemActions<Item extends ContentItem, Body extends object>(
  type: Pick<ContentType<Item, Body>, 'noun' | 'plural' | 'texts' | 'calls'>,
): ItemActions {
  const { calls, texts } = type;
  const client = useQueryClient();
  const navigate = useNavigate();
  const failed = (description: string) => showToast({ variant: 'destructive', title: 'Error', description });

  /** Shows the result of an action, with Undo if anything has changed. */
  const report = (
    action: BulkAction,
    result: Pick<BulkChange, 'done' | 'errors'>,
    title: string | undefined,
    back: ((changed: BulkChange['done']) => Task) | undefined,
  ) => {
    const changed = result.done.filter((d) => d.changed);
    const who = back
      ? ''
      : named(
          client,
          calls.keys.lists,
          result.errors.map((e) => e.id),
        );
    const refused =
      result.errors.length > 0 ? `${counted(result.errors.length, type)} not ${outcome[action]}${who}: ${reasons(result)}` : undefined;
    if (changed.length === 0 && refused) {
      failed(refused);
      return;
    }
    showToast({
      title: changed.length === 0 ? `Already ${outcome[action]}` : (title ?? `${counted(changed.length, type)} ${outcome[action]}`),
      description: refused,
      ...(back && changed.length > 0 ? { duration: undoFor, action: { label: 'Undo', run: () => bulk.mutate(back(changed)) } } : {}),
    });
  };

  const bulk = useMutation({
    mutationFn: ({ action, ids, undoes }: Task) => (undoes ? calls.takeBack(undoes.requestId, undoes.items) : calls.bulk(action, [...ids])),
    onMutate: ({ action, ids }) => foresee(client, calls.keys.lists, action, ids),
    onSuccess: (result, { action, undoes, last }) =>
      report(
        action,
        result,
        undefined,
        undoes || last
          ? undefined
          : (items) => ({ action: opposite[action], ids: items.map((i) => i.id), undoes: { requestId: result.requestId, items } }),
      ),
    onError: (error, { action, ids }, takeBack) => {
      takeBack?.();
      const reason = error instanceof ApiError && error.status === 400 ? error.detail : 'Please try again.';
      failed(`${counted(ids.length, type)} could not be ${outcome[action]}. ${reason}`);
    },
    onSettled: () => calls.invalidate(client),
  });

  const remove = useMutation({
    mutationFn: ({ id }: ContentItem) =>
      calls.remove(id).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // somebody else deleted it: it is gone, as asked
      }),
    onMutate: ({ id }) => foresee(client, calls.keys.lists, 'delete', [id]),
    onSuccess: (_, { id }) =>
      report('delete', { done: [{ id, revision: 0, changed: true }], errors: [] }, texts.deleted, () => ({
        action: 'restore',
        ids: [id],
        last: true,
      })),
    onError: (_, item, takeBack) => {
      takeBack?.();
      failed(`“${item.title}” could not be deleted. Please try again.`);
    },
    onSettled: () => calls.invalidate(client),
  });

  /**
   * Reports whether publishing an item shows readers a change of what they saw before, and sends the editor to where its kind is asked for.
   */
  const asks = async (id: number): Promise<boolean> => {
    try {
      if (!(await calls.change(id, { changes: { isPublished: true } })).asked) return false;
    } catch {
      return false; // publishing says what is wrong
    }
    showToast({
      title: 'Not published yet',
      description: 'It was changed since readers saw it last. The editor asks what kind of change it is.',
      link: { label: 'Open the editor', run: () => void navigate(`${adminList(type.noun)}/${id}/edit`) },
      duration: undoFor,
    });
    return true;
  };

  return {
    change: async (action, ids) => {
      if (action === 'publish' && ids[0] !== undefined && ids.length === 1 && (await asks(ids[0]))) return false;
      return bulk.mutateAsync({ action, ids }).then(
        () => true,
        () => false,
      );
    },
    remove: (item) =>
      remove.mutateAsync(item).then(
        () => true,
        () => false,
      ),
    busy: bulk.isPending || remove.isPending,
  };
}
