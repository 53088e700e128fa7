// What stands above the dashboard's lists: the week, and as long as the owner of a new site has something to set up, what that is. On an
// empty site, which has no figures yet, it stands in place of the week.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { overviewQuery } from '@/lib/overview';
import type { Checklist as List } from '@/lib/api-types';
import { checklistQuery } from '../api/checklist';
import { Checklist } from './checklist';
import { ThisWeek } from './this-week';

export function Overview() {
  const list = useQuery(checklistQuery);
  const counts = useQuery(overviewQuery);
  if (list.isPending || counts.isPending) return <div role="status" aria-label="Loading the overview..." className="mb-6 h-24 skeleton" />;
  if (!list.data || list.data.dismissed || list.data.items.every(({ done }) => done)) return <ThisWeek />;
  // The pages that every site has are no content of its owner's.
  const isEmpty = counts.data?.reviews.total === 0 && counts.data.articles.total === 0;
  return isEmpty ? (
    <section aria-labelledby="checklist-title" className="mb-6">
      <h2 id="checklist-title" className="mb-3 text-h5">
        Set up your site
      </h2>
      <Checklist list={list.data} />
    </section>
  ) : (
    <>
      <Folded list={list.data} />
      <ThisWeek />
    </>
  );
}

/** The checklist in one line, which opens. */
function Folded({ list }: { list: List }) {
  const done = list.items.filter((item) => item.done).length;
  return (
    <section aria-label="Set up your site" className="mb-4 border-b border-rule">
      <details className="group">
        <summary className="flex min-h-control list-none items-center gap-3 text-small [&::-webkit-details-marker]:hidden">
          <span className="shrink-0 font-semibold">Set up your site</span>
          <span className="min-w-0 grow truncate text-muted tabular-nums">
            {done} of {list.items.length} done
          </span>
          <ChevronDown aria-hidden strokeWidth={1.75} className="size-4 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <div className="pt-1 pb-4">
          <Checklist list={list} />
        </div>
      </details>
    </section>
  );
}
