// Keys that are deleted, folded away: what they did can still be undone.
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { TimeAgo } from '@/components/ui/time-ago';
import { deletedKeysQuery } from '../api/keys';
import type { UndoneKey } from './undo-dialog';

export function DeletedKeys({ onUndo }: { onUndo: (key: UndoneKey) => void }) {
  const { data: keys = [] } = useQuery(deletedKeysQuery);
  if (keys.length === 0) return null;
  return (
    <details className="mt-4 text-small">
      <summary className="cursor-pointer py-2 text-secondary">Deleted API keys ({keys.length})</summary>
      <ul className="divide-y divide-rule border-y border-rule">
        {keys.map(({ id, title, deletedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{title}</span>{' '}
              <span className="text-muted">
                deleted · <TimeAgo iso={deletedAt} />
              </span>
            </span>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Undo changes of ${title}`}
              onClick={() => onUndo({ id, name: title, isActive: false })}
            >
              Undo changes…
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
