// What a score in a list is made of, for who asks.
import type { SubScore } from '@/lib/api-types';
import { formatScore } from '@/lib/format';
import { ScoreBar } from './score-bar';

export function ScoreDetail({ scores }: { scores: readonly SubScore[] | undefined }) {
  if (!scores || scores.length === 0) return null;
  return (
    <details className="relative mt-3 text-small">
      <summary className="w-fit min-h-6 text-secondary hover:text-primary">Scores</summary>
      <dl className="mt-1 grid gap-2">
        {scores.map(({ criterionId, name, score }) => (
          <div key={criterionId} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <dt className="[overflow-wrap:anywhere]">{name}</dt>
            <dd className="tabular-nums">{formatScore(score)}</dd>
            <dd className="col-span-full">
              <ScoreBar score={score} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
