// The score over the versions of a review, drawn on the server, too.
import { clsx } from 'clsx';
import type { Version } from '@/lib/api-types';
import { formatDate, formatScore } from '@/lib/format';
import { heightOf, lineInWords, pathOf, stepsOf } from '../score-line';

/** How high a line is that has no room above it for its score. */
const highest = 0.2;

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`;

export function ScoreChart({ versions }: { versions: readonly Version[] }) {
  const steps = stepsOf(versions);
  const [newest, oldest] = [versions[0], versions.at(-1)];
  const corrected = steps.filter((step) => step.corrected);
  if (steps.length < 2 || !newest || !oldest) return null;
  return (
    <figure className="mt-10 max-w-3xl break-inside-avoid">
      <figcaption className="kicker">Score by version</figcaption>
      <div role="img" aria-label={lineInWords(steps, versions)} className="mt-6 mb-1 flex gap-3 text-caption text-muted tabular-nums">
        <div aria-hidden className="relative h-36 w-3 shrink-0">
          {[5, 3, 1].map((rating) => (
            <span key={rating} style={{ top: percent(heightOf(rating)) }} className="absolute right-0 -translate-y-1/2">
              {rating}
            </span>
          ))}
        </div>
        <div aria-hidden className="relative h-36 grow">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
            {[5, 4, 3, 2, 1].map((rating) => (
              <path
                key={rating}
                d={`M0 ${heightOf(rating) * 100}H100`}
                vectorEffect="non-scaling-stroke"
                className={rating % 2 === 1 ? 'stroke-rule-strong' : 'stroke-rule'}
              />
            ))}
            <path
              d={pathOf(steps)}
              fill="none"
              strokeWidth={2.5}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-score"
            />
          </svg>
          {corrected.map(({ revision, from, y }) => (
            <span
              key={revision}
              data-correction={revision}
              style={{ left: percent(from), top: percent(y) }}
              className="absolute size-3 -translate-x-1/2 -translate-y-1/2 rotate-45 border-2 border-accent bg-page"
            />
          ))}
          {steps
            .filter((step) => step.labelled)
            .map(({ revision, rating, from, to, y }) => (
              <span
                key={revision}
                style={{ left: percent((from + to) / 2), top: percent(y) }}
                className={clsx(
                  'absolute -translate-x-1/2 font-semibold whitespace-nowrap text-primary',
                  y < highest ? 'translate-y-[0.2em]' : '-translate-y-[1.6em]',
                )}
              >
                {formatScore(rating)}
              </span>
            ))}
        </div>
      </div>
      {corrected.length > 0 ? (
        <p aria-hidden className="mb-1 ml-6 flex items-center gap-2 text-caption text-muted">
          <span className="size-2.5 rotate-45 border-2 border-accent bg-page" />
          Corrected
        </p>
      ) : null}
      <p aria-hidden className="ml-6 flex flex-wrap justify-between gap-x-6 text-caption text-muted">
        <span>{formatDate(oldest.at)}</span>
        {formatDate(newest.at) === formatDate(oldest.at) ? null : <span>{formatDate(newest.at)}</span>}
      </p>
    </figure>
  );
}
