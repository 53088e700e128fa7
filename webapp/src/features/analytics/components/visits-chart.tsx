// The chart of views and visitors, alone in its file because the library behind it is large: it is loaded with this tab
// and with nothing else. A visitor of a bucket has viewed at least one page in it, so visitors are a part of its bar.
import { Area, Bar, CartesianGrid, ComposedChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { MarkSign } from '@/components/content/mark-sign';
import { markInWords, typesOf } from '../mark-groups';
import { bucketName, byHourOnly, tickName } from '../names';
import type { Mark, Series } from '@/lib/api-types';
import { formatCompact, formatCount } from '@/lib/intl';
import type { Point } from '../types';

/** More bars than this would be thinner than the gaps between them; they become one outline. */
const mostBars = 200;

const views = 'var(--chart-views)';
const visitors = 'var(--chart-visitors)';
const text = { fill: 'var(--text-muted)', fontSize: 12 };

interface Props {
  series: Series;
  /** By the start of their bucket. */
  marks: ReadonlyMap<string, readonly Mark[]>;
}

export default function VisitsChart({ series, marks }: Props) {
  const data = series.buckets.map((p) => ({ ...p, rest: p.views - p.visitors }));
  const outline = data.length > mostBars;
  const long = series.bucket === 'hour' && series.range !== '24h' && !byHourOnly(series);
  const ticks = data.map((p) => p.start).filter((start) => !long || start.includes('T00:'));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={data}
        margin={{ top: 16, right: 4, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        barCategoryGap={data.length > 60 ? 1 : '18%'}
      >
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
        <YAxis width={40} allowDecimals={false} tickFormatter={formatCompact} tickLine={false} axisLine={false} tick={text} />
        <Tooltip
          isAnimationActive={false}
          cursor={outline ? { stroke: 'var(--text-muted)' } : { fill: 'var(--text-primary)', fillOpacity: 0.06 }}
          content={({ active, payload }) => {
            const point = payload[0]?.payload as Point | undefined;
            return active && point ? <Figures point={point} bucket={series.bucket} marks={marks.get(point.start) ?? []} /> : null;
          }}
        />
        {outline ? (
          <>
            <Area
              dataKey="visitors"
              stackId="visits"
              type="step"
              stroke="none"
              fill={visitors}
              fillOpacity={1}
              activeDot={false}
              isAnimationActive={false}
            />
            <Area
              dataKey="rest"
              stackId="visits"
              type="step"
              stroke="none"
              fill={views}
              fillOpacity={1}
              activeDot={false}
              isAnimationActive={false}
            />
          </>
        ) : (
          <>
            <Bar dataKey="visitors" stackId="visits" fill={visitors} maxBarSize={40} isAnimationActive={false} />
            <Bar dataKey="rest" stackId="visits" fill={views} maxBarSize={40} isAnimationActive={false} />
          </>
        )}
        {[...marks].map(([start, those]) => (
          <ReferenceLine key={start} x={start} stroke="var(--border-control)" strokeDasharray="2 3" label={<Signs marks={those} />} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** The signs of a bucket's marks, above its bar. viewBox is the line's, in pixels. */
function Signs({ marks, viewBox }: { marks: readonly Mark[]; viewBox?: { x: number; y: number } }) {
  if (!viewBox) return null;
  const types = typesOf(marks);
  return (
    <g aria-hidden className="forced-color-adjust-none">
      {types.map((type, i) => {
        const x = viewBox.x + (i - (types.length - 1) / 2) * 10;
        return type === 'published' ? (
          <circle key={type} cx={x} cy={viewBox.y - 7} r={4} className="fill-accent" />
        ) : (
          <rect key={type} x={x - 3} y={viewBox.y - 10} width={6} height={6} strokeWidth={2} className="fill-none stroke-danger" />
        );
      })}
    </g>
  );
}

/** How many marks are listed beside a bar's figures. */
const listed = 4;

function Figures({ point, bucket, marks }: { point: Point; bucket: Series['bucket']; marks: readonly Mark[] }) {
  return (
    <div className="rounded-sm border border-rule bg-raised px-3 py-2 text-small shadow-raised">
      <p className="font-semibold">{bucketName(point.start, bucket)}</p>
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
        <dt className="text-muted">Views</dt>
        <dd className="text-right">{formatCount(point.views)}</dd>
        <dt className="text-muted">Visitors</dt>
        <dd className="text-right">{formatCount(point.visitors)}</dd>
      </dl>
      {marks.length > 0 ? (
        <ul className="mt-2 max-w-64 border-t border-rule pt-2">
          {marks.slice(0, listed).map((mark) => (
            <li key={`${mark.type} ${mark.kind} ${mark.id} ${mark.at}`} className="flex min-w-0 items-center gap-2">
              <MarkSign type={mark.type} />
              <span className="min-w-0 truncate">{markInWords(mark)}</span>
            </li>
          ))}
          {marks.length > listed ? <li className="text-muted">and {marks.length - listed} more</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
