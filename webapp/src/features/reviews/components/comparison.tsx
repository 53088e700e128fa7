// Two to four products side by side. On a phone each row's name stands above its values.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Picture } from '@/components/ui/picture';
import { buttonLook } from '@/components/ui/button';
import type { Category } from '@/lib/api-types';
import { compareAddress } from '@/lib/compare-address';
import { formatScore } from '@/lib/format';
import { listField } from '@/lib/item-text';
import { formatMoney } from '@/lib/money';
import { pictureOf } from '@/lib/pictures';
import type { Compared } from '../api/compared';
import { dismiss } from '../compare/chosen';
import { differs, otherSpecifications, priceBest, scoreBest, specificationRows, subScoreRows } from '../compare/rows';
import { picturesOf } from '../types';
import { LinkedScore } from './linked-score';
import { PricedAt } from './priced-at';
import { ScoreBar } from './score-bar';

interface Props {
  reviews: readonly Compared[];
  categories: readonly Category[];
  /** Only rows whose values differ are shown. */
  differences: boolean;
}

/** How wide a product's picture is. */
const sizes = '(min-width: 64rem) 16rem, (min-width: 40rem) 30vw, 45vw';

export function Comparison({ reviews, categories, differences }: Props) {
  const row = (name: string, cells: readonly (ReactNode | null)[], values: readonly unknown[], marks?: readonly boolean[]) =>
    differences && !differs(values) ? null : <ComparedRow key={name} name={name} cells={cells} best={marks} many={reviews.length > 2} />;
  const lists = (name: string, all: readonly string[][]) =>
    all.every((lines) => lines.length === 0)
      ? null
      : row(
          name,
          all.map((lines) => (lines.length === 0 ? null : <Lines key={name} lines={lines} />)),
          all,
        );
  const ids = reviews.map(({ id }) => id);
  const prices = reviews.map(({ productPrice, productPriceMax }) => [productPrice, productPriceMax]);
  const verdicts = reviews.map(({ verdictText }) => verdictText);
  return (
    // It may be wider than a phone.
    <div role="region" aria-label="Comparison" tabIndex={0} className="overflow-x-auto">
      <table
        className="w-full border-b border-rule text-small max-md:block md:table-fixed"
        style={{ minWidth: `${reviews.length * 9}rem` }}
      >
        <thead className="max-md:block">
          <tr className={inColumns} style={columns(reviews)}>
            <th className="w-36 max-md:sr-only lg:w-44">
              <span className="sr-only">Product</span>
            </th>
            {reviews.map((review) => {
              const [picture] = picturesOf(review);
              return (
                <th key={review.id} scope="col" className="px-3 pb-4 text-left align-top font-normal">
                  <Picture src={picture} known={pictureOf(review, picture)} alt="" sizes={sizes} />
                  <Link
                    to={`/reviews/${review.id}`}
                    className="mt-3 block font-serif text-h5 font-medium [overflow-wrap:anywhere] underline-offset-4 hover:underline"
                  >
                    {review.productBrand} {review.productName}
                  </Link>
                  <Link
                    to={compareAddress(
                      ids.filter((id) => id !== review.id),
                      differences,
                    )}
                    data-noprint
                    aria-label={`Remove ${review.productBrand} ${review.productName}`}
                    className={buttonLook({ variant: 'quiet', size: 'small', className: '-ml-2 px-2!' })}
                    onClick={() => dismiss(review.id)}
                  >
                    Remove
                  </Link>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {row(
            'Score',
            reviews.map(({ id, rating }) => <LinkedScore key={id} rating={rating} stacked />),
            reviews.map(({ rating }) => rating),
            scoreBest(reviews),
          )}
          {subScoreRows(reviews).map(({ name, cells }) =>
            row(
              name,
              cells.map((score) => (score === null ? null : <BarCell key={name} score={score} />)),
              cells,
            ),
          )}
          {prices.every(([price]) => price === null)
            ? null
            : row(
                'Price',
                reviews.map((review) => <PriceCell key={review.id} review={review} />),
                prices,
                priceBest(reviews),
              )}
          {specificationRows(reviews, categories).map(({ name, cells, best }) => row(name, cells, cells, best))}
          {lists('Other specifications', reviews.map(otherSpecifications))}
          {lists(
            'Pros',
            reviews.map(({ pros }) => listField(pros)),
          )}
          {lists(
            'Cons',
            reviews.map(({ cons }) => listField(cons)),
          )}
          {verdicts.every((verdict) => verdict === null) ? null : row('Verdict', verdicts, verdicts)}
        </tbody>
      </table>
    </div>
  );
}

const inColumns = 'border-rule max-md:grid max-md:grid-cols-[repeat(var(--columns),minmax(0,1fr))]';

const columns = (all: readonly unknown[]) => ({ '--columns': all.length }) as React.CSSProperties;

interface RowProps {
  name: string;
  /** Null: the product has none. */
  cells: readonly (ReactNode | null)[];
  best: readonly boolean[] | undefined;
  /** There are more than two. */
  many: boolean;
}

function ComparedRow({ name, cells, best, many }: RowProps) {
  return (
    <tr className={clsx('border-t', inColumns)} style={columns(cells)}>
      <th scope="row" className="py-3 pr-3 text-left align-top font-semibold text-secondary max-md:col-span-full max-md:px-3 max-md:pb-0">
        {name}
      </th>
      {cells.map((cell, i) => (
        <td key={i} className="px-3 py-3 align-top [overflow-wrap:anywhere] tabular-nums max-md:pt-1">
          {cell ?? <span className="text-muted">–</span>}
          {best?.[i] ? <span className="block text-caption font-semibold text-success">{many ? 'Best' : 'Better'}</span> : null}
        </td>
      ))}
    </tr>
  );
}

function BarCell({ score }: { score: number }) {
  return (
    <>
      {formatScore(score)}
      <span className="text-muted">/5</span>
      <ScoreBar score={score} />
    </>
  );
}

function PriceCell({ review: { productPrice: price, productPriceMax: max, pricedAt, createdAt, updatedAt } }: { review: Compared }) {
  if (price === null) return <span className="text-muted">–</span>;
  return (
    <>
      {formatMoney(price)}
      {max !== null && max > price ? <span className="text-muted"> up to {formatMoney(max)}</span> : null}
      <PricedAt at={pricedAt ?? updatedAt} beside={createdAt} />
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-4">
      {lines.map((line, i) => (
        <li key={i} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  );
}
