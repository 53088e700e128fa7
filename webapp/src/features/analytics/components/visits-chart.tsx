// The chart of views and visitors, alone in its file because the library behind it is large: it is loaded with this tab
// and with nothing else. A visitor of a bucket has viewed at least one page in it, so visitors are a part of its bar.
import { Area, Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { bucketName, byHourOnly, count, tickName } from '../names';
import type { Series } from '@/lib/api-types';
import type { Point } from '../types';

/** More bars than this would be thinner than the gaps between them; they become one outline. */
const mostBars = 200;

const views = 'var(--chart-views)';
const visitors = 'var(--chart-visitors)';
const text = { fill: 'var(--text-muted)', fontSize: 12 };
const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

export default function VisitsChart({ series }: { series: Series }) {
  const data = series.buckets.map((p) => ({ ...p, rest: p.views - p.visitors }));
  const outline = data.length > mostBars;
  const long = series.bucket === 'hour' && series.range !== '24h' && !byHourOnly(series);
  const ticks = data.map((p) => p.start).filter((start) => !long || start.includes('T00:'));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false} barCategoryGap={data.length > 60 ? 1 : '18%'}>
        <CartesianGrid vertical={false} stroke="var(--border-default)" />
        <XAxis
          dataKey="start"
          ticks={ticks}
          tickFormatter={(start: string) => tickName(start, series)}
          interval="equidistantPreserveStart"
          minTickGap={24}
          tickLine={false}
          axisLine={{ stroke: 'var(--border-control)' }}
          tick={text}
          height={28}
          tickMargin={8}
        />
        <YAxis width={40} allowDecimals={false} tickFormatter={(n: number) => compact.format(n)} tickLine={false} axisLine={false} tick={text} />
        <Tooltip
          isAnimationActive={false}
          cursor={outline ? { stroke: 'var(--text-muted)' } : { fill: 'var(--text-primary)', fillOpacity: 0.06 }}
          content={({ active, payload }) => {
            const point = payload[0]?.payload as Point | undefined;
            return active && point ? <Figures point={point} bucket={series.bucket} /> : null;
          }}
        />
        {outline ? (
          <>
            <Area dataKey="visitors" stackId="visits" type="step" stroke="none" fill={visitors} fillOpacity={1} activeDot={false} isAnimationActive={false} />
            <Area dataKey="rest" stackId="visits" type="step" stroke="none" fill={views} fillOpacity={1} activeDot={false} isAnimationActive={false} />
          </>
        ) : (
          <>
            <Bar dataKey="visitors" stackId="visits" fill={visitors} maxBarSize={40} isAnimationActive={false} />
            <Bar dataKey="rest" stackId="visits" fill={views} maxBarSize={40} isAnimationActive={false} />
          </>
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function Figures({ point, bucket }: { point: Point; bucket: Series['bucket'] }) {
  return (
    <div className="rounded-sm border border-rule bg-raised px-3 py-2 text-small shadow-raised">
      <p className="font-semibold">{bucketName(point.start, bucket)}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
        <dt className="text-muted">Views</dt>
        <dd className="text-right">{count(point.views)}</dd>
        <dt className="text-muted">Visitors</dt>
        <dd className="text-right">{count(point.visitors)}</dd>
      </dl>
    </div>
  );
}
