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
    <ConfirmDialog open onOpenChange={() => onAnswer(false)} title="Delete what is older?" confirm="Save and delete" onConfirm={() => onAnswer(true)}>
      <p>
        With these settings, <strong className="font-semibold text-primary">{formatCount(count)}</strong> stored {count === 1 ? 'entry' : 'entries'} from before {fullDate(at)} will be
        deleted. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
