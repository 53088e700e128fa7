// What visitors did since the beginning, until now or a moment chosen: the cards, lists and table of the specification
// (section 2).
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { EmptyState, ErrorState } from '@/components/ui/state';
import { formatCount } from '@/lib/intl';
import { builtSoFar, pastSummaryQuery, summaryQuery } from '../api/analytics';
import { countryName } from '../names';
import { ActivityTable } from './activity-table';
import { AsOf } from './as-of';
import { BotsExcluded } from './bots-excluded';
import { rankedPage } from '../ranked-page';
import { RankedList } from './ranked-list';

/** Entries of each list (spec section 9). */
const listed = 8;

export function Overview() {
  const [asOf, setAsOf] = useState('');
  const now = useQuery({ ...summaryQuery, enabled: asOf === '' });
  const then = useQuery({ ...pastSummaryQuery(asOf), enabled: asOf !== '' });
  const summary = asOf ? then : now;
  const { data } = summary;
  const built = builtSoFar(summary.failureReason);
  if (!data && summary.isError) {
    return (
      <div className="mt-12">
        {asOf ? <AsOf value={asOf} onChange={setAsOf} /> : null}
        <ErrorState what="The summary" retry={() => void summary.refetch()} />
      </div>
    );
  }
  return (
    <section aria-labelledby="overview-title" className="mt-12 border-t border-rule pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="overview-title" className="text-h5">
          All time
        </h2>
        <AsOf value={asOf} onChange={setAsOf} />
      </div>
      {!data && built !== null ? (
        <p role="status" className="mt-3 text-small text-muted">
          Building the summary for this time: {Math.round(100 * built)}%
        </p>
      ) : null}
      <dl className="mt-4 grid grid-cols-2 gap-x-8 border-y border-rule">
        <Card name="Top Pages" n={data?.topPages.length} />
        <Card name="Unique Visitors" n={data?.uniqueVisitors} />
      </dl>
      <BotsExcluded views={data?.bots} />
      <div className="mt-8 grid gap-x-8 gap-y-8 md:grid-cols-2">
        <RankedList
          title="Most Popular Pages"
          noun="view"
          empty="No page views yet"
          entries={data?.topPages.slice(0, listed).map(rankedPage)}
        />
        <RankedList
          title="Visitor Countries"
          noun="visit"
          empty="No visits yet"
          entries={data?.topCountries.slice(0, listed).map((c) => ({ key: c.country, name: countryName(c.country), count: c.count }))}
        />
      </div>
      <h3 id="recent-title" className="mt-10 mb-3 font-sans text-small font-semibold tracking-normal">
        Recent Activity (Last 30 Events)
      </h3>
      {!data ? (
        <RowSkeletons label="Loading analytics..." />
      ) : data.recentActivity.length > 0 ? (
        <ActivityTable events={data.recentActivity} labelledBy="recent-title" />
      ) : (
        <EmptyState title="No activity yet">
          <p>Visits to the public pages appear here, newest first.</p>
        </EmptyState>
      )}
    </section>
  );
}

function Card({ name, n }: { name: string; n: number | undefined }) {
  return (
    <div className="flex flex-col-reverse py-3">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="text-h4 font-semibold tabular-nums">{n === undefined ? '–' : formatCount(n)}</dd>
    </div>
  );
}
