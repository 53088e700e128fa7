// What a review's score is made of: a bar and a sentence for each criterion.
import type { SubScore } from '@/lib/api-types';
import { formatScore } from '@/lib/format';
import { scoresDiffer, weightedScore } from '@/lib/weighted-score';
import { ScoreBar } from './score-bar';

interface Props {
  scores: readonly SubScore[] | undefined;
  /** The editor's score. */
  rating: number;
  /** Why it isn't the weighted one. */
  reason: string | null;
}

export function SubScores({ scores, rating, reason }: Props) {
  if (!scores || scores.length === 0) return null;
  const weighted = weightedScore(scores);
  return (
    <section id="scores">
      <h2 className="text-h4">Scores</h2>
      <dl className="mt-4 grid gap-5">
        {scores.map(({ criterionId, name, weight, score, text }) => (
          <div key={criterionId} data-whole className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
            <dt className="font-semibold [overflow-wrap:anywhere]">
              {name} <span className="text-caption font-normal whitespace-nowrap text-muted tabular-nums">{weight} % of the score</span>
            </dt>
            <dd className="font-serif text-h5 whitespace-nowrap lining-nums tabular-nums">
              {formatScore(score)}
              <span className="text-small text-muted">/5</span>
            </dd>
            <dd className="col-span-full">
              <ScoreBar score={score} />
              {text ? <p className="mt-2 max-w-measure text-small text-secondary">{text}</p> : null}
            </dd>
          </div>
        ))}
      </dl>
      {weighted !== null && scoresDiffer(weighted, rating) ? (
        <div className="mt-5 max-w-measure border-l-2 border-rule-strong pl-4 text-small">
          <p className="font-semibold tabular-nums">
            Weighted {formatScore(weighted)}; our score {formatScore(rating)}
          </p>
          {reason ? <p className="mt-1 whitespace-pre-line text-secondary">{reason}</p> : null}
        </div>
      ) : null}
    </section>
  );
}
