// What the product has cost, where that has changed: a line that steps, and the same in words.
import { formatDate } from '@/lib/format';
import type { Price } from '@/lib/api-types';
import { formatMoney } from '@/lib/money';

const width = 240;
const height = 56;
const margin = 4;

/** What stands for a price in the line: its lower end. */
const amountOf = ({ price, priceMax }: Price): number => price ?? priceMax ?? 0;

export function PriceHistory({ prices }: { prices: readonly Price[] | undefined }) {
  if (!prices || prices.length < 2) return null;
  return (
    <figure className="mt-4">
      <figcaption className="text-caption font-semibold text-secondary">Price over time</figcaption>
      <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="mt-1 w-full max-w-60 overflow-visible">
        <path
          d={stepsOf(prices)}
          fill="none"
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          strokeLinejoin="round"
          className="stroke-score forced-colors:stroke-[CanvasText]"
        />
      </svg>
      <ol className="mt-1 grid gap-0.5 text-caption text-muted tabular-nums">
        {prices.map((one) => (
          <li key={one.at} className="flex justify-between gap-4 last:font-semibold last:text-secondary">
            <time dateTime={one.at}>{formatDate(one.at)}</time>
            <span>{formatMoney(amountOf(one))}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** A line that is level from each change to the next; the last price goes on for a tenth of the time. */
function stepsOf(prices: readonly Price[]): string {
  const times = prices.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const end = last + Math.max(1, last - first) / 10;
  const amounts = prices.map(amountOf);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const x = (time: number) => round(margin + ((time - first) / (end - first)) * (width - 2 * margin));
  const y = (amount: number) => round(height - margin - ((amount - low) / Math.max(1, high - low)) * (height - 2 * margin));
  return (
    prices.map((one, i) => `${i === 0 ? 'M' : 'H'}${x(times[i] ?? first)}${i === 0 ? ' ' : 'V'}${y(amountOf(one))}`).join('') + `H${x(end)}`
  );
}

const round = (n: number): number => Math.round(n * 10) / 10;
