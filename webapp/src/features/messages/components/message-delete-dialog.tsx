import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { excerpt } from '@/lib/format';
import type { Message } from '../types';

interface Props {
  message: Message;
  onCancel: () => void;
  onConfirm: () => void;
}

export function MessageDeleteDialog({ message, onCancel, onConfirm }: Props) {
  return (
    <ConfirmDialog open onOpenChange={onCancel} confirm="Delete" onConfirm={onConfirm}>
      This permanently deletes the message “{excerpt(message.subject, 120)}” from {excerpt(message.name, 80)}, and all that is stored of it. This action cannot be undone.
    </ConfirmDialog>
  );
}
