// The former descriptions of a tag or a brand, each of which can be put back.
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { ErrorState } from '@/components/ui/state';
import { TimeAgo } from '@/components/ui/time-ago';
import type { DescribedName, ItemRevision } from '@/lib/api-types';
import { actorName } from '@/lib/item-history';
import { nameHistoryQuery, type DescribedKind } from '../api/names';

interface Props {
  kind: DescribedKind;
  name: DescribedName;
  /** Is called with the description to put back. The form saves it. */
  onChoose: (text: string) => void;
}

export function FormerDescriptions({ kind, name, onChoose }: Props) {
  const query = useQuery(nameHistoryQuery(kind, name.slug));
  const [, ...former] = query.data ?? []; // the newest is the current description
  return (
    <section aria-label="Former descriptions" className="mt-6">
      <h3 className="mb-2 font-sans text-small font-semibold">Former descriptions</h3>
      {query.isError ? <ErrorState what="The history" retry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowSkeletons label="Loading the history..." /> : null}
      <ol className="divide-y divide-rule border-y border-rule empty:hidden">
        {former.map((revision) => (
          <li key={revision.revision} className="flex flex-wrap items-start justify-between gap-3 py-3 text-small">
            <div className="min-w-0 grow basis-60">
              <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
                {textOf(revision) || <span className="text-muted">No description</span>}
              </p>
              <p className="text-secondary">
                {actorName(revision.actor)} · <TimeAgo iso={revision.at} />
              </p>
            </div>
            <Button variant="plain" size="small" onClick={() => onChoose(textOf(revision))}>
              Use again
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The description after a change. */
function textOf({ changes }: ItemRevision): string {
  const text = changes[0]?.new;
  return typeof text === 'string' ? text : '';
}
