import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { Message } from '@/lib/api-types';

interface Props {
  message: Message;
  onCancel: () => void;
  onConfirm: () => void;
}

export function MessageDeleteDialog({ message, onCancel, onConfirm }: Props) {
  return (
    <ConfirmDialog open onOpenChange={onCancel} confirm="Delete" onConfirm={onConfirm}>
      This permanently removes the message “<bdi>{message.subject}</bdi>” by {message.name} and cannot be undone. Deleted messages can’t be
      restored.
    </ConfirmDialog>
  );
}
