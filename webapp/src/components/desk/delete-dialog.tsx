// Asks before items are deleted, in the specification's words (section 8), naming the item or the count.
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { excerpt } from '@/lib/format';
import { counted, type DeskWords } from './words';

interface Props {
  words: DeskWords;
  /** At least one. */
  items: readonly { title: string }[];
  /** More than one are meant, or the one is ticked. */
  bulk: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

export function DeleteDialog({ words, items, bulk, onCancel, onConfirm }: Props) {
  const what = bulk ? counted(items.length, words) : `the ${words.one} “${excerpt(items[0]?.title ?? '', 120)}”`;
  const them = items.length === 1 ? { its: 'Its', it: 'it' } : { its: 'Their', it: 'them' };
  return (
    <ConfirmDialog open onOpenChange={onCancel} confirm={bulk ? `Delete ${counted(items.length, words)}` : 'Delete'} onConfirm={onConfirm}>
      <p>
        This action cannot be undone. This will permanently delete <strong className="font-semibold text-primary">{what}</strong> from the site.
      </p>
      {bulk ? (
        <ul className="mt-2 list-disc pl-5">
          {items.slice(0, 3).map((item, i) => (
            <li key={i}>{excerpt(item.title, 80)}</li>
          ))}
          {items.length > 3 ? <li>and {items.length - 3} more</li> : null}
        </ul>
      ) : null}
      <p className="mt-2">
        {them.its} record stays in the history, from which an admin can bring {them.it} back.
      </p>
    </ConfirmDialog>
  );
}
