// Asks before items are deleted, naming the item, or the count and the first titles.
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { excerpt } from '@/lib/excerpt';
import { counted, type Nouns } from './words';

interface Props {
  nouns: Nouns;
  /** At least one. */
  items: readonly { title: string }[];
  /** The ticked ones are meant, in place of the one whose row it is. */
  bulk: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

export function DeleteDialog({ nouns, items, bulk, onCancel, onConfirm }: Props) {
  const several = items.length > 1;
  return (
    <ConfirmDialog open onOpenChange={onCancel} confirm={bulk ? `Delete ${counted(items.length, nouns)}` : 'Delete'} onConfirm={onConfirm}>
      <p>
        This permanently removes{' '}
        <strong className="font-semibold text-primary">{several ? counted(items.length, nouns) : `“${items[0]?.title ?? ''}”`}</strong> from
        the public site and cannot be undone there. You can restore {several ? 'them' : 'it'} under Deleted.
      </p>
      {several ? (
        <ul className="mt-2 list-disc pl-5">
          {items.slice(0, 3).map((item, i) => (
            <li key={i}>{excerpt(item.title, 80)}</li>
          ))}
          {items.length > 3 ? <li>and {items.length - 3} more</li> : null}
        </ul>
      ) : null}
    </ConfirmDialog>
  );
}
