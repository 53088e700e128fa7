// The week above the dashboard's lists: what waits for the owner, and the week's visits with what was published and corrected. On
// narrow screens it is one line that opens.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMedia } from '@/hooks/use-media';
import type { Week } from '@/lib/api-types';
import { readStored, writeStored } from '@/lib/storage';
import { weekQuery } from '../api/week';
import { weekInShort } from '../words';
import { Figures } from './figures';
import { MarkList } from './mark-list';
import { WeekChart } from './week-chart';

/** Remembers that it is open on narrow screens. */
const openKey = 'candor-overview';

export function ThisWeek() {
  const wide = useMedia('(min-width: 64rem)');
  const { data, isError, refetch } = useQuery(weekQuery);
  const [open, setOpen] = useState(readStored(openKey) === 'open');
  const failed = !data && isError;
  const content = data ? <Content week={data} /> : failed ? <Failed retry={() => void refetch()} /> : <Loading />;
  if (wide) {
    return (
      <section aria-label="This week" className="mb-6 border-b border-rule pb-5">
        {content}
      </section>
    );
  }
  return (
    <section aria-label="This week" className="mb-4 border-b border-rule">
      <details
        open={open}
        onToggle={(e) => {
          setOpen(e.currentTarget.open);
          writeStored(openKey, e.currentTarget.open ? 'open' : null);
        }}
        className="group"
      >
        <summary className="flex min-h-control list-none items-center gap-3 text-small [&::-webkit-details-marker]:hidden">
          <span className="shrink-0 font-semibold">This week</span>
          <span className="min-w-0 grow truncate text-muted tabular-nums">
            {data ? weekInShort(data) : failed ? 'Not available' : null}
          </span>
          <ChevronDown aria-hidden strokeWidth={1.75} className="size-4 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <div className="pt-2 pb-5">{open ? content : null}</div>
      </details>
    </section>
  );
}

function Content({ week }: { week: Week }) {
  return (
    <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
      <Figures week={week} />
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <WeekChart week={week} />
        <MarkList marks={week.marks} />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the week..." className="grid grid-cols-2 gap-x-10 gap-y-5 sm:grid-cols-4">
      {[1, 2, 3, 4].map((i) => (
        <div key={i} aria-hidden className="h-24 skeleton" />
      ))}
    </div>
  );
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p className="text-secondary">The week’s overview could not be loaded.</p>
      <Button variant="plain" size="small" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
