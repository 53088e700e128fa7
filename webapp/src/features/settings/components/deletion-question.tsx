// Asks before shorter settings delete what they keep no longer.
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { fullDate } from '@/components/ui/time-ago';
import { formatCount } from '@/lib/intl';
import type { Deletion } from '../deletion';

interface Props {
  deletion: Deletion;
  onAnswer: (confirmed: boolean) => void;
}

export function DeletionQuestion({ deletion: { count, at }, onAnswer }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={() => onAnswer(false)}
      title="Store it for a shorter time?"
      confirm="Save"
      onConfirm={() => onAnswer(true)}
    >
      {count > 0 ? (
        <p>
          <strong className="font-semibold text-primary">{formatCount(count)}</strong> page views, visitors or messages are older than that.
          They are deleted at once, on {fullDate(at)}, and can’t be restored.
        </p>
      ) : (
        <p>Nothing is that old yet. The first is deleted on {fullDate(at)}, and can’t be restored.</p>
      )}
    </ConfirmDialog>
  );
}
