// Shows a draft as readers will see it, from its row: a draft has no page of its own.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ContentType } from '@/components/content/content-type';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { ApiError } from '@/lib/api-client';
import type { ContentItem } from '@/lib/content-calls';

interface Props<Item extends ContentItem, Body extends object> {
  type: Pick<ContentType<Item, Body>, 'noun' | 'calls'>;
  item: ContentItem;
  preview: (item: Item, note?: string) => ReactNode;
  onClose: () => void;
  onEdit: (item: ContentItem) => void;
}

export function PreviewDialog<Item extends ContentItem, Body extends object>({
  type: { calls, noun },
  item,
  preview,
  onClose,
  onEdit,
}: Props<Item, Body>) {
  const { data, error, refetch } = useQuery(calls.get(item.id)); // the list behind it may be old
  const deleted = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Preview of this ${noun}`}
      description={data?.title ?? item.title}
      size="large"
      footer={
        <>
          <Button variant="plain" onClick={onClose}>
            Close
          </Button>
          <Button disabled={deleted} onClick={() => onEdit(item)}>
            Edit
          </Button>
        </>
      }
    >
      {deleted ? (
        <EmptyState title={`This ${noun} no longer exists`}>Someone deleted it after this list was loaded.</EmptyState>
      ) : data ? (
        <div role="group" aria-label="Preview" tabIndex={0} className="outline-offset-8">
          {preview(data, data.isPublished ? 'As readers see it.' : 'As readers will see it once published.')}
        </div>
      ) : error ? (
        <ErrorState what={`The ${noun}`} retry={() => void refetch()} />
      ) : (
        <RowSkeletons label={`Loading the ${noun}...`} />
      )}
    </Dialog>
  );
}
