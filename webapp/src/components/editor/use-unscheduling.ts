// Cancels the time at which a draft goes live, and takes it out of the form.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentType } from '@/components/content/content-type';
import type { EditorForm } from '@/components/content/form';
import { ApiError } from '@/lib/api-client';
import type { ContentItem } from '@/lib/content-calls';
import { showToast } from '@/stores/toasts';

interface Options<Item extends ContentItem, Body extends object> {
  type: Pick<ContentType<Item, Body>, 'calls'>;
  /** Null for a new item, whose draft has no schedule. */
  id: number | null;
  form: EditorForm;
  /** The item is at another revision since, and its draft has no schedule. */
  onChanged: () => Promise<void>;
}

export function useUnscheduling<Item extends ContentItem, Body extends object>({ type, id, form, onChanged }: Options<Item, Body>) {
  const client = useQueryClient();
  const canceling = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      if (id === null) return;
      try {
        await type.calls.drafts.unschedule(id);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // it was canceled elsewhere
      }
      await onChanged();
    },
    onSuccess: () => {
      form.setValue('publishAt', '', { shouldDirty: true });
      showToast({ title: 'Schedule canceled', description: 'The draft stays as it is.' });
    },
    onError: () =>
      showToast({ variant: 'destructive', title: 'Error', description: 'The schedule could not be canceled. Please try again.' }),
    onSettled: () => void type.calls.invalidate(client),
  });
  return { busy: canceling.isPending, cancel: () => canceling.mutate() };
}
