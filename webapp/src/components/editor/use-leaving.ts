// Closes the editor, and saves, keeps or discards what was typed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import type { ContentItem } from '@/lib/content-calls';
import type { DraftPlace } from '@/lib/draft-calls';
import { showToast } from '@/stores/toasts';
import type { Autosave } from './use-autosave';
import type { CopyOffer } from './use-copy-offer';
import { useGuard } from './use-guard';
import type { Loaded } from './use-loaded';
import type { Merging } from './use-merging';

interface Options<Item extends ContentItem, Body extends object> {
  type: ContentType<Item, Body>;
  /** Null for a new item. */
  id: number | null;
  form: EditorForm;
  place: DraftPlace;
  base: Loaded<Item> | null;
  autosave: Autosave;
  merging: Merging;
  copies: CopyOffer;
  onClose: () => void;
}

export function useLeaving<Item extends ContentItem, Body extends object>({
  type,
  id,
  form,
  place,
  base,
  autosave,
  merging,
  copies,
  onClose,
}: Options<Item, Body>) {
  const client = useQueryClient();
  const { store, saver, touched } = autosave;

  const guard = useGuard({
    lacks: saver.lacks,
    save: saver.save,
    wouldLose: autosave.wouldLose,
    touched,
    close: () => {
      const kept = store.known().revision !== null && !autosave.isOver();
      autosave.end();
      if (touched) void type.calls.invalidate(client);
      if (touched && kept) showToast({ title: 'Draft saved', description: 'Readers don’t see it. Continue on any device.' });
      onClose();
    },
  });

  const discarding = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      saver.stop();
      await saver.idle();
      await place.discard();
    },
    onError: () =>
      showToast({ variant: 'destructive', title: 'Error', description: 'The draft could not be discarded. Please try again.' }),
    onSettled: () => void type.calls.invalidate(client),
  });

  return {
    guard,
    /** Closes: everything is saved. */
    done: () => {
      autosave.finish();
      void type.calls.invalidate(client);
      guard.close();
    },
    /** Closes, and discards what isn't saved. */
    discard: () => {
      autosave.finish();
      guard.close();
    },
    /** Closes, and keeps the copy on this device. */
    keep: () => {
      if (!autosave.keep()) {
        showToast({
          variant: 'destructive',
          title: 'Error',
          description:
            'There is not enough storage on this device for a draft. Your changes are still in the form: keep editing, or save now.',
        });
        guard.stay();
        return;
      }
      autosave.end();
      showToast({ title: 'Draft saved on this device', description: 'You can restore it when you next open this form.' });
      guard.close();
    },
    discarding: discarding.isPending,
    /** Discards the draft. The editor of a new item closes; any other form returns to the item's values. */
    discardDraft: async () => {
      if (
        !base ||
        !(await discarding.mutateAsync().then(
          () => true,
          () => false,
        ))
      )
        return;
      copies.drop();
      if (id === null) {
        autosave.finish();
        showToast({ title: 'Draft discarded' });
        guard.close();
        return;
      }
      merging.forget();
      form.reset(base.values);
      store.follow(null, { ...base.values });
      saver.settle(store.content(), null);
      saver.changed();
      showToast({ title: 'Draft discarded', description: base.item?.title });
    },
  };
}
