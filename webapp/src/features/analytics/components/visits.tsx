// Visits over a range of time: how many, the chart or its table, and where and with what they came.
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { MarkSign } from '@/components/content/mark-sign';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/state';
import { counted, formatCount } from '@/lib/intl';
import { loadCode } from '@/lib/load-code';
import { marksQuery, seriesQuery } from '../api/analytics';
import { dayBefore, today } from '../days';
import { countryName, deviceName, knownName, referrerName } from '../names';
import { marksByBucket } from '../mark-groups';
import { rankedPage } from '../ranked-page';
import type { Mark, Series } from '@/lib/api-types';
import type { Dates, Range } from '../types';
import { buckets, ranges, useRange } from '../use-range';
import { BotsExcluded } from './bots-excluded';
import { Choice } from './choice';
import { DateRange } from './date-range';
import { RankedList } from './ranked-list';
import { SessionsCard } from './sessions-card';
import { VisitsTable } from './visits-table';

const VisitsChart = lazy(() => loadCode(() => import('./visits-chart')));

/** The chart's colours; each keeps 3:1 to the page in both themes, and with forced colours they are the system's. */
const colours =
  '[--chart-views:var(--border-control)] [--chart-visitors:var(--accent)] forced-colors:[--chart-views:CanvasText] forced-colors:[--chart-visitors:Highlight]';

export function Visits() {
  const shown = useRange();
  const series = useQuery(seriesQuery(shown.range, shown.bucket, shown.dates));
  const { data } = series;
  const { data: marks = none } = useQuery(marksQuery(data));
  const choose = (range: Range) => (range === 'custom' ? shown.setDates(shown.dates ?? datesOf(data)) : shown.setRange(range));
  const Icon = shown.asTable ? ChartColumn : Table2;

  return (
    <section aria-labelledby="visits-title" className={colours}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="visits-title" className="text-h5">
          Analytics
        </h2>
        <Choice label="Range" options={ranges} value={shown.range} onChange={choose} />
      </div>
      <p className="mt-2 text-small text-muted">Visits by people. Bots and admin pages are excluded from all figures below.</p>
      {shown.dates ? <DateRange key={`${shown.dates.from} ${shown.dates.to}`} value={shown.dates} onChange={shown.setDates} /> : null}
      <div aria-busy={series.isPlaceholderData} className={clsx('mt-5 transition-opacity', series.isPlaceholderData && 'opacity-60')}>
        <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-1">
          <Figure name="Views" n={data?.views} swatch="bg-(--chart-views)" />
          <Figure name="Visitors" n={data?.visitors} swatch="bg-(--chart-visitors)" />
        </dl>
        <BotsExcluded views={data?.bots} />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <Choice label="Interval" options={buckets} value={shown.bucket} onChange={shown.setBucket} hidden={!shown.choice} />
          <Button variant="plain" size="small" onClick={() => shown.setAsTable(!shown.asTable)}>
            <Icon aria-hidden strokeWidth={1.75} className="size-4" />
            {shown.asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </div>
        <div className="mt-4 h-72">
          {data ? (
            <Picture series={data} marks={marks} asTable={shown.asTable} />
          ) : series.isError ? (
            <ErrorState what="The visits" retry={() => void series.refetch()} />
          ) : (
            <ChartSkeleton />
          )}
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted">
          <span>Days and hours are UTC{data?.bucket === 'week' ? '; long periods are shown by week' : ''}.</span>
          {marks.length > 0 && data && data.views > 0 && !shown.asTable ? (
            <>
              <Sign type="published">Published</Sign>
              <Sign type="correction">Corrected or updated</Sign>
            </>
          ) : null}
        </p>
        <div className={clsx('mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4', !data && series.isError && 'hidden')}>
          <SessionsCard sessions={data?.sessions} />
          <RankedList title="Entry Pages" noun="session" empty={empty} entries={data?.entryPages.map(rankedPage)} />
          <RankedList title="Pages" noun="view" empty={empty} entries={data?.pages.map(rankedPage)} />
          <RankedList
            title="Referrers"
            noun="view"
            empty={empty}
            entries={data?.referrers.map((r) => ({ key: r.referrer, name: referrerName(r.referrer, location.host), count: r.count }))}
          />
          <RankedList
            title="Countries"
            noun="view"
            empty={empty}
            entries={data?.countries.map((c) => ({ key: c.country, name: countryName(c.country), count: c.count }))}
          />
          <RankedList
            title="Browsers"
            noun="view"
            empty={empty}
            entries={data?.browsers.map((b) => ({ key: b.browser, name: knownName(b.browser), count: b.count }))}
          />
          <RankedList
            title="Devices"
            noun="view"
            empty={empty}
            entries={data?.devices.map((d) => ({ key: d.device, name: deviceName(d.device), count: d.count }))}
          />
          <RankedList
            title="Systems"
            noun="view"
            empty={empty}
            entries={data?.systems.map((s) => ({ key: s.system, name: knownName(s.system), count: s.count }))}
          />
        </div>
      </div>
    </section>
  );
}

const empty = 'No data';
const none: readonly Mark[] = [];

/** The days that are shown, to begin a choice of one's own with. */
function datesOf(series: Series | undefined): Dates {
  const now = today();
  if (!series) return { from: now, to: now };
  const last = series.to.slice(11, 19) === '00:00:00' ? dayBefore(series.to.slice(0, 10)) : series.to.slice(0, 10);
  return { from: series.from.slice(0, 10), to: last > now ? now : last };
}

function Sign({ type, children }: { type: Mark['type']; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <MarkSign type={type} />
      {children}
    </span>
  );
}

function Figure({ name, n, swatch }: { name: string; n: number | undefined; swatch: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-2">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="flex items-baseline gap-2 text-h4 font-semibold tabular-nums">
        <span aria-hidden className={clsx('size-2.5 self-center rounded-[2px] forced-color-adjust-none', swatch)} />
        {n === undefined ? '–' : formatCount(n)}
      </dd>
    </div>
  );
}

function Picture({ series, marks, asTable }: { series: Series; marks: readonly Mark[]; asTable: boolean }) {
  const grouped = useMemo(() => marksByBucket(series, marks), [series, marks]);
  if (asTable) return <VisitsTable series={series} marks={grouped} />;
  if (series.views === 0) {
    return (
      <Place>
        <p className="font-serif text-h5 font-medium">No visits in this period</p>
        <p className="mt-2 text-secondary">Visits show up here automatically.</p>
      </Place>
    );
  }
  const label = `Chart of views and visitors by ${series.bucket}: ${counted(series.views, 'view')} by ${counted(series.visitors, 'visitor')}. ${changesIn(grouped)}The table has the same data.`;
  return (
    <div role="img" aria-label={label} className="h-full">
      <Suspense fallback={<ChartSkeleton />}>
        <VisitsChart series={series} marks={grouped} />
      </Suspense>
    </div>
  );
}

/** '2 publications and corrections are marked. '. */
function changesIn(marks: ReadonlyMap<string, readonly Mark[]>): string {
  const n = [...marks.values()].flat().length;
  if (n === 0) return '';
  return n === 1 ? '1 publication or correction is marked. ' : `${formatCount(n)} publications and corrections are marked. `;
}

/** The chart's place without a chart. */
function Place({ children }: { children: ReactNode }) {
  return <div className="flex h-full flex-col items-center justify-center border-y border-rule text-center">{children}</div>;
}

function ChartSkeleton() {
  return (
    <div role="status" aria-label="Loading visits..." className="h-full">
      <div className="h-full skeleton" />
    </div>
  );
}
