// The bulk actions on the ticked items, shown instead of the line that counts the list.
import { Button } from '@/components/ui/button';
import type { BulkAction } from '@/lib/content-calls';
import { counted, type Nouns } from './words';

interface Props {
  nouns: Nouns;
  count: number;
  /** How many of them the page does not show. */
  elsewhere: number;
  actions: readonly BulkAction[];
  busy: boolean;
  onAction: (action: BulkAction) => void;
  onClear: () => void;
}

const labels: Record<BulkAction, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  feature: 'Feature',
  unfeature: 'Unfeature',
  delete: 'Delete',
  restore: 'Restore',
};

export function BulkBar({ nouns, count, elsewhere, actions, busy, onAction, onClear }: Props) {
  return (
    <div
      role="group"
      aria-label={`Selected ${nouns.plural}`}
      className="flex w-full min-w-0 items-center gap-x-4 gap-y-2 max-lg:flex-col max-lg:items-start"
    >
      <p role="status" className="text-small font-semibold tabular-nums">
        {counted(count, nouns)} selected
        {elsewhere > 0 ? <span className="font-normal text-muted">, {elsewhere} on other pages</span> : null}
      </p>
      <div className="flex gap-2 max-lg:-mx-4 max-lg:max-w-[calc(100%+2rem)] max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 max-lg:scrollbar-none">
        {actions.map((action) => (
          <Button
            key={action}
            variant={action === 'delete' ? 'danger' : 'plain'}
            size="small"
            disabled={busy}
            onClick={() => onAction(action)}
          >
            {labels[action]}
          </Button>
        ))}
        <Button variant="quiet" size="small" disabled={busy} onClick={onClear}>
          Clear selection
        </Button>
      </div>
    </div>
  );
}
