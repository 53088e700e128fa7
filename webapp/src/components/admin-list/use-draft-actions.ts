// What an admin list does with drafts: publishing and discarding, with Undo.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import { undoing } from '@/components/history/undo';
import { ApiError } from '@/lib/api-client';
import type { ChangeQuestion } from '@/lib/api-types';
import type { ContentItem, Marking } from '@/lib/content-calls';
import type { DraftPlace } from '@/lib/draft-calls';
import { showToast } from '@/stores/toasts';

/** How long a toast with Undo stays, in milliseconds. */
const undoFor = 10_000;

const failed = (description: string) => showToast({ variant: 'destructive', title: 'Error', description });

/** Why a draft could not be published, for people. */
function reason(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Please try again.';
  if (error.status === 412) return 'The item has changed since. Open it to choose which version to keep.';
  if (error.status === 404) return 'The draft is gone. Someone else may have published or discarded it.';
  return error.fields.map((e) => e.message).join(', ') || error.detail || 'Please try again.';
}

export function useDraftActions<Item extends ContentItem, Body extends object>(type: ContentType<Item, Body>) {
  const { calls } = type;
  const client = useQueryClient();
  const settled = () => calls.invalidate(client);

  const publishing = useMutation({
    networkMode: 'always',
    mutationFn: async ({ item, marking }: { item: ContentItem; marking: Marking | null }) =>
      calls.drafts.publish(item.id, { ...(item.isPublished ? { publishAt: null } : {}), ...marking } as Partial<Body> & Partial<Marking>),
    onSuccess: (item, { item: before }) =>
      showToast({
        title: before.isPublished ? 'Changes published' : 'Changes applied',
        description: item.title,
        ...(item.revision === before.revision ? {} : undoing(client, calls, before, item)),
      }),
    onError: (error, { item }) =>
      failed(`The changes to “${item.title}” could not be ${item.isPublished ? 'published' : 'applied'}. ${reason(error)}`),
    onSettled: settled,
  });

  const discarding = useMutation({
    networkMode: 'always',
    mutationFn: async ({ place }: { place: DraftPlace; title: string }) => {
      const draft = await place.read();
      await place.discard();
      return draft;
    },
    onSuccess: (draft, { place, title }) =>
      showToast({
        title: 'Draft discarded',
        description: title,
        ...(draft
          ? {
              duration: undoFor,
              action: {
                label: 'Undo',
                run: () =>
                  void place.save(draft, null).then(
                    () => {
                      showToast({ title: 'Draft restored', description: title });
                      return settled();
                    },
                    () => failed('The draft could not be restored. Please try again.'),
                  ),
              },
            }
          : {}),
      }),
    onError: () => failed('The draft could not be discarded. Please try again.'),
    onSettled: settled,
  });

  return {
    busy: publishing.isPending || discarding.isPending,
    /** Returns what has to be asked about the draft's changes; null: nothing. */
    ask: async (item: ContentItem): Promise<ChangeQuestion | null> => {
      const draft = await calls.drafts.ofItem(item.id).read();
      if (!draft) return null;
      try {
        const question = await calls.change(item.id, { changes: draft.fields });
        return question.asked ? question : null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return null; // publishing says what is wrong
        throw error;
      }
    },
    publish: (item: ContentItem, marking: Marking | null) =>
      publishing.mutateAsync({ item, marking }).then(
        () => true,
        () => false,
      ),
    discard: (place: DraftPlace, title: string) =>
      discarding.mutateAsync({ place, title }).then(
        () => true,
        () => false,
      ),
    failed: (item: ContentItem) => failed(`The changes to “${item.title}” could not be published. Please try again.`),
  };
}
